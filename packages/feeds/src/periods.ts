import { plain } from "./lines/words-behind.ts";

const listOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));
/** Words of days, weeks, months and quarters, as {@link plain} text. */
export const periods = listOf(`
  jan january januar janvier enero ene gennaio gen januari feb february februar fevrier fev febrero febbraio februari mar march marz mars
  marzo maart mrt apr april avril avr abril abr aprile may mai mayo maggio mag mei jun june juni juin junio giugno giu jul july juli juillet
  julio luglio lug aug august aout agosto ago augustus sep sept september septembre septiembre settembre set okt oct oktober october octobre
  octubre ottobre ott nov november novembre noviembre dec dez december dezember decembre diciembre dic dicembre kw cw wk week woche semaine
  semana settimana q today heute aujourdhui hoy vandaag oggi
  mon monday mo montag lun lundi lunes lunedi ma maandag tue tues tuesday di dienstag mardi mar martes martedi dinsdag
  wed wednesday mi mittwoch mer mercredi mie miercoles mercoledi wo woensdag thu thur thurs thursday do donnerstag jeu jeudi jue jueves gio
  giovedi donderdag fri friday fr freitag ven vendredi vie viernes venerdi vr vrijdag sat saturday sa samstag sonnabend sam samedi sab sabado
  sabato za zaterdag sun sunday so sonntag dim dimanche dom domingo domenica zo zondag`);
export const ofStock = listOf(`
  stock stocklist inventory qty quantity list bestand lagerbestand lager inventar stand liste inventaire existencias inventario voorraad
  giacenza giacenze magazzino`);

const dates =
  /(?<!\d)(?:(?:19|20)\d\d(?:[01]\d(?:[0-3]\d)?)?(?!\d)|[0-3]\d[01]\d20\d\d(?!\d)|[0-3]?\d[._](?:0?[1-9]|1[0-2])(?:[._]|$)|[0-3]\d-(?:0[1-9]|1[0-2])(?:-|$))/;

/** Whether the name of a sheet is a day, a week, a month, a quarter or a year: `Stock Nov 2026`, `27.11.`, `Mon`, `2025`. */
export function isPeriod(sheet: string): boolean {
  const words = sheet
    .split(/[^\p{L}\p{M}]+/u)
    .map(plain)
    .filter((word) => word && !ofStock.has(word));
  const digits = sheet.replace(/\D/g, "");
  if (words.length) return words.every((word) => periods.has(word) || (word === "w" && digits.length > 1));
  return dates.test(sheet);
}

export const isTodayOrEmpty = (text: string): boolean =>
  /^(?:today|heute|aujourdhui|hoy|vandaag|oggi)?$/.test(plain(text));

const months =
  /^(?:[jf][aeu]|mar|mrt|apr|avr|abr|ma[iyg]|mei|gi?u|giu|lug|au[gt]|ago|aou|sep|set|o[kct]t|nov|de[cz]|di[cz])/;
/** Words of a time, and words between the days of one. */
const units = listOf(`
  day days weeks month months year years tag tage tagen wochen monat monate jour jours semaines mois dia dias mes meses giorno giorni mese
  dagen maand yesterday gestern hier ayer ieri gisteren`);
const between = listOf(`
  from to until till through between and period range date dates since start end last past this current the zeitraum periode von vom bis und
  seit ab letzte letzten diese dieser aktuelle depuis du au de le la ce cette derniers dernieres derniere dernier jusqu desde hasta del al el
  este esta ultimos ultimas ultima periodo fecha dal della questa questo ultimi vanaf tot met deze laatste afgelopen datum data`);
const isStart = (word: string): boolean => /^(?:from|since|start|von|seit|depuis|desde|dal|vanaf)$/.test(word);
const wholeDates = /(?<!\d)(?:\d{4}([-/.])\d\d?\1\d\d?|\d\d?([-/.])\d\d?\2(?:\d\d){1,2})(?!\d)/g;

const times = /\d\d?:\d\d(?::\d\d)?|(?<=\d{4},? )[012]?\d\.[0-5]\d(?:\.[0-5]\d)?(?=\s|$)/g;
/** In `27 Nov 26` and `27. Nov. 26`. */
const yearsOfTwoDigits = /(?<!\d)(\d\d?(?:[ -]|\. ?)\p{L}{3,12})(?:[ -]|\. ?)\d\d(?![\d.]|\s*\p{L})/gu;

/** Whether a title has nothing but a time of several days, or no certain day: `November 2026`, `01/11/2026 - 30/11/2026`, `Today`. */
export function isTitleOfPeriod(title: string): boolean {
  const text = title.replace(times, "").replace(yearsOfTwoDigits, "$1");
  const words = text
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
    .map(plain);
  if (!words.every((word) => periods.has(word) || units.has(word) || between.has(word))) return false;
  const rest = text.replace(wholeDates, "");
  const small = rest.match(/(?<!\d)\d\d?(?!\d)/g)?.length ?? 0;
  const hasMonth = words.some((word) => periods.has(word) && months.test(word));
  const days = (text.match(wholeDates)?.length ?? 0) + (hasMonth ? small : Math.floor(small / 2));
  if (days) return days > 1 || words.some(isStart);
  return words.some((word) => periods.has(word) || units.has(word));
}

/** Whether the name of a sheet is today, or a time of several days: its pieces can be those sold then. A month can be that of the stock. */
export const isSpan = (sheet: string): boolean =>
  isTitleOfPeriod(sheet) && (!isPeriod(sheet) || isTodayOrEmpty(sheet) || (sheet.match(wholeDates) ?? []).length > 1);
