import type { Prisma } from "@highstreet/db";
import { line } from "./queue-mail.ts";

type AlertKind = Prisma.AlertModel["kind"];

interface MailTexts {
  locale: string;
  roles: { owner: string; manager: string; viewer: string; partner: string };
  invites: (who: string, team: string) => string;
  invitesAs: (who: string, team: string, role: string) => string;
  accept: (until: string) => string;
  ignoreInvitation: string;
  newPassword: string;
  hello: (name: string) => string;
  choosePassword: string;
  ignoreReset: string;
  alerts: Record<AlertKind, string>;
  /** Instead of the message of an alert, which is English. */
  explains?: Record<AlertKind, string>;
  manyAlerts: (count: number, shop: string) => string;
  manyAlertsOfDay: (count: number, shop: string) => string;
  more: (count: number) => string;
  openShop: string;
  openEndpoints: string;
  chooseAlerts: string;
}

const en: MailTexts = {
  locale: "en-GB",
  roles: { owner: "owner", manager: "manager", viewer: "viewer", partner: "partner staff" },
  invites: (who, team) => line`${who} invites you to ${team}`,
  invitesAs: (who, team, role) => line`${who} invites you to ${team} on Highstreet as ${role}.`,
  accept: (until) => `Open this link to accept. It works once, until ${until}:`,
  ignoreInvitation: "If you do not know the sender, ignore this e-mail.",
  newPassword: "Your new Highstreet password",
  hello: (name) => line`Hello ${name},`,
  choosePassword: "Open this link to choose a new password. It works once, within four hours:",
  ignoreReset: "If you did not ask for a new password, ignore this e-mail. Your password stays as it is.",
  alerts: {
    file_held: "File held",
    till_silent: "Till silent",
    endpoint_failing: "Webhook address failing",
    access_lost: "Channel interrupted",
    products_rejected: "Products not shown",
    budget_changed: "Ads budget changed",
  },
  manyAlerts: (count, shop) => line`${String(count)} alerts: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} alerts of the last day: ${shop}`,
  more: (count) => `And ${count} more.`,
  openShop: "Open the shop:",
  openEndpoints: "Open the webhook endpoints:",
  chooseAlerts: "Choose which alerts you get:",
};

const de: MailTexts = {
  locale: "de",
  roles: { owner: "Inhaber", manager: "Manager", viewer: "Leser", partner: "Mitarbeiter des Partners" },
  invites: (who, team) => line`${who} lädt Sie zu ${team} ein`,
  invitesAs: (who, team, role) => line`${who} lädt Sie bei Highstreet zu ${team} ein. Ihre Rolle: ${role}.`,
  accept: (until) => `Öffnen Sie diesen Link, um anzunehmen. Er gilt einmal, bis ${until}:`,
  ignoreInvitation: "Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.",
  newPassword: "Ihr neues Passwort für Highstreet",
  hello: (name) => line`Hallo ${name},`,
  choosePassword: "Öffnen Sie diesen Link, um ein neues Passwort zu wählen. Er gilt einmal, vier Stunden lang:",
  ignoreReset: "Wenn Sie kein neues Passwort wollten, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.",
  alerts: {
    file_held: "Datei angehalten",
    till_silent: "Kasse stumm",
    endpoint_failing: "Webhook-Adresse antwortet nicht richtig",
    access_lost: "Kanal unterbrochen",
    products_rejected: "Produkte erscheinen nicht",
    budget_changed: "Anzeigenbudget geändert",
  },
  explains: {
    file_held:
      "Die Datei würde mehr als die Hälfte der Produkte leeren. Nehmen Sie sie im Shop an, oder verwerfen Sie sie.",
    till_silent: "Seit längerer Zeit kam kein Bestand mehr. Prüfen Sie die Verbindung Ihrer Kasse.",
    endpoint_failing: "Aufrufe kommen dort nicht an und werden wiederholt. Prüfen Sie die Adresse.",
    access_lost: "Der Kanal hat keinen Zugang mehr. Verbinden Sie ihn im Shop neu.",
    products_rejected: "Der Kanal lehnt Produkte ab. Der Shop nennt den Grund je Produkt.",
    budget_changed: "Jemand hat das Tagesbudget geändert. Der Verlauf nennt die Person und beide Beträge.",
  },
  manyAlerts: (count, shop) => line`${String(count)} Meldungen: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} Meldungen des letzten Tages: ${shop}`,
  more: (count) => `Und ${count} weitere.`,
  openShop: "Shop öffnen:",
  openEndpoints: "Webhook-Endpunkte öffnen:",
  chooseAlerts: "Wählen, welche Meldungen Sie bekommen:",
};

const fr: MailTexts = {
  locale: "fr",
  roles: { owner: "propriétaire", manager: "responsable", viewer: "lecteur", partner: "équipe du partenaire" },
  invites: (who, team) => line`${who} vous invite à rejoindre ${team}`,
  invitesAs: (who, team, role) => line`${who} vous invite à rejoindre ${team} sur Highstreet. Votre rôle : ${role}.`,
  accept: (until) => `Ouvrez ce lien pour accepter. Il fonctionne une seule fois, jusqu’au ${until} :`,
  ignoreInvitation: "Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail.",
  newPassword: "Votre nouveau mot de passe Highstreet",
  hello: (name) => line`Bonjour ${name},`,
  choosePassword:
    "Ouvrez ce lien pour choisir un nouveau mot de passe. Il fonctionne une seule fois, pendant quatre heures :",
  ignoreReset:
    "Si vous n’avez pas demandé de nouveau mot de passe, ignorez cet e-mail. Votre mot de passe reste inchangé.",
  alerts: {
    file_held: "Fichier retenu",
    till_silent: "La caisse n’envoie plus rien",
    endpoint_failing: "Adresse de webhook en échec",
    access_lost: "Canal interrompu",
    products_rejected: "Produits non affichés",
    budget_changed: "Budget publicitaire modifié",
  },
  explains: {
    file_held: "Le fichier viderait plus de la moitié des produits. Acceptez-le ou rejetez-le dans la boutique.",
    till_silent: "Aucun stock n’est arrivé depuis longtemps. Vérifiez la connexion de votre caisse.",
    endpoint_failing: "Les appels n’y arrivent pas et sont répétés. Vérifiez l’adresse.",
    access_lost: "Le canal n’a plus d’accès. Reconnectez-le dans la boutique.",
    products_rejected: "Le canal refuse des produits. La boutique donne la raison de chacun.",
    budget_changed: "Une personne a modifié le budget du jour. L’historique la nomme, avec les deux montants.",
  },
  manyAlerts: (count, shop) => line`${String(count)} alertes : ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} alertes du dernier jour : ${shop}`,
  more: (count) => `Et ${count} de plus.`,
  openShop: "Ouvrir la boutique :",
  openEndpoints: "Ouvrir les points de terminaison webhook :",
  chooseAlerts: "Choisir les alertes que vous recevez :",
};

const es: MailTexts = {
  locale: "es",
  roles: { owner: "propietario", manager: "gestor", viewer: "lector", partner: "equipo del socio" },
  invites: (who, team) => line`${who} le invita a ${team}`,
  invitesAs: (who, team, role) => line`${who} le invita a ${team} en Highstreet. Su función: ${role}.`,
  accept: (until) => `Abra este enlace para aceptar. Funciona una sola vez, hasta el ${until}:`,
  ignoreInvitation: "Si no conoce al remitente, ignore este correo.",
  newPassword: "Su nueva contraseña de Highstreet",
  hello: (name) => line`Hola, ${name}:`,
  choosePassword: "Abra este enlace para elegir una contraseña nueva. Funciona una sola vez, durante cuatro horas:",
  ignoreReset: "Si no ha pedido una contraseña nueva, ignore este correo. Su contraseña no cambia.",
  alerts: {
    file_held: "Archivo retenido",
    till_silent: "La caja no da señal",
    endpoint_failing: "La dirección de webhooks falla",
    access_lost: "Canal interrumpido",
    products_rejected: "Productos que no se muestran",
    budget_changed: "Presupuesto de anuncios cambiado",
  },
  explains: {
    file_held: "El archivo vaciaría más de la mitad de los productos. Acéptelo o descártelo en el comercio.",
    till_silent: "Hace tiempo que no llegan existencias. Compruebe la conexión de su caja.",
    endpoint_failing: "Las llamadas no llegan y se repiten. Compruebe la dirección.",
    access_lost: "El canal ya no tiene acceso. Vuelva a conectarlo en el comercio.",
    products_rejected: "El canal rechaza productos. El comercio muestra el motivo de cada uno.",
    budget_changed: "Alguien ha cambiado el presupuesto diario. El historial muestra la persona y los dos importes.",
  },
  manyAlerts: (count, shop) => line`${String(count)} alertas: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} alertas del último día: ${shop}`,
  more: (count) => `Y ${count} más.`,
  openShop: "Abrir el comercio:",
  openEndpoints: "Abrir los endpoints de webhooks:",
  chooseAlerts: "Elegir qué alertas recibe:",
};

const it: MailTexts = {
  locale: "it",
  roles: { owner: "titolare", manager: "gestore", viewer: "lettore", partner: "team del partner" },
  invites: (who, team) => line`Invito di ${who} in ${team}`,
  invitesAs: (who, team, role) => line`${who} La invita in ${team} su Highstreet. Il Suo ruolo: ${role}.`,
  accept: (until) => `Aprire questo link per accettare. Funziona una sola volta, fino al ${until}:`,
  ignoreInvitation: "Se il mittente è sconosciuto, ignorare questa e-mail.",
  newPassword: "La nuova password di Highstreet",
  hello: (name) => line`Buongiorno ${name},`,
  choosePassword: "Aprire questo link per scegliere una nuova password. Funziona una sola volta, per quattro ore:",
  ignoreReset: "Se la nuova password non è stata richiesta, ignorare questa e-mail. La password non cambia.",
  alerts: {
    file_held: "File trattenuto",
    till_silent: "La cassa non dà segnali",
    endpoint_failing: "L’indirizzo dei webhook non funziona",
    access_lost: "Canale interrotto",
    products_rejected: "Prodotti non visibili",
    budget_changed: "Budget degli annunci modificato",
  },
  explains: {
    file_held: "Il file svuoterebbe più della metà dei prodotti. Accettarlo o scartarlo nel negozio.",
    till_silent: "Da tempo non arrivano giacenze. Controllare il collegamento della cassa.",
    endpoint_failing: "Le chiamate non arrivano e vengono ripetute. Controllare l’indirizzo.",
    access_lost: "Il canale non ha più accesso. Collegarlo di nuovo nel negozio.",
    products_rejected: "Il canale rifiuta dei prodotti. Il negozio mostra il motivo di ognuno.",
    budget_changed: "Qualcuno ha modificato il budget del giorno. La cronologia mostra la persona e i due importi.",
  },
  manyAlerts: (count, shop) => line`${String(count)} avvisi: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} avvisi dell’ultimo giorno: ${shop}`,
  more: (count) => `E altri ${count}.`,
  openShop: "Aprire il negozio:",
  openEndpoints: "Aprire gli endpoint dei webhook:",
  chooseAlerts: "Scegliere quali avvisi ricevere:",
};

const nl: MailTexts = {
  locale: "nl",
  roles: { owner: "eigenaar", manager: "beheerder", viewer: "lezer", partner: "medewerker van de partner" },
  invites: (who, team) => line`${who} nodigt u uit voor ${team}`,
  invitesAs: (who, team, role) => line`${who} nodigt u op Highstreet uit voor ${team}. Uw rol: ${role}.`,
  accept: (until) => `Open deze link om te accepteren. Hij werkt één keer, tot ${until}:`,
  ignoreInvitation: "Kent u de afzender niet? Negeer dan deze e-mail.",
  newPassword: "Uw nieuwe wachtwoord voor Highstreet",
  hello: (name) => line`Hallo ${name},`,
  choosePassword: "Open deze link om een nieuw wachtwoord te kiezen. Hij werkt één keer, vier uur lang:",
  ignoreReset: "Hebt u geen nieuw wachtwoord gevraagd? Negeer dan deze e-mail. Uw wachtwoord blijft hetzelfde.",
  alerts: {
    file_held: "Bestand aangehouden",
    till_silent: "De kassa stuurt niets",
    endpoint_failing: "Webhookadres werkt niet",
    access_lost: "Kanaal onderbroken",
    products_rejected: "Producten niet getoond",
    budget_changed: "Advertentiebudget gewijzigd",
  },
  explains: {
    file_held: "Het bestand zou meer dan de helft van de producten leegmaken. Accepteer of verwerp het in de winkel.",
    till_silent: "Er komt al een tijd geen voorraad meer binnen. Controleer de verbinding van uw kassa.",
    endpoint_failing: "Aanroepen komen daar niet aan en worden herhaald. Controleer het adres.",
    access_lost: "Het kanaal heeft geen toegang meer. Verbind het opnieuw in de winkel.",
    products_rejected: "Het kanaal weigert producten. De winkel noemt van elk de reden.",
    budget_changed: "Iemand heeft het dagbudget gewijzigd. De geschiedenis noemt de persoon en beide bedragen.",
  },
  manyAlerts: (count, shop) => line`${String(count)} meldingen: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} meldingen van de laatste dag: ${shop}`,
  more: (count) => `En nog ${count}.`,
  openShop: "Winkel openen:",
  openEndpoints: "Webhook-eindpunten openen:",
  chooseAlerts: "Kiezen welke meldingen u krijgt:",
};

const mailTexts = { en, de, fr, es, it, nl } as const;

export type Language = keyof typeof mailTexts;

const isLanguage = (name: unknown): name is Language => typeof name === "string" && Object.hasOwn(mailTexts, name);

/** @param language of the reader; null: not known */
export const mailTextsIn = (language: string | null | undefined): MailTexts =>
  mailTexts[isLanguage(language) ? language : "en"];
