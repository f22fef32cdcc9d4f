import { line } from "./queue-mail.ts";

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
  alerts: {
    file_held: string;
    till_silent: string;
    endpoint_failing: string;
    access_lost: string;
    products_rejected: string;
    budget_changed: string;
  };
  manyAlerts: (count: number, shop: string) => string;
  manyAlertsOfDay: (count: number, shop: string) => string;
  more: (count: number) => string;
  openShop: string;
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
  manyAlerts: (count, shop) => line`${String(count)} Meldungen: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} Meldungen des letzten Tages: ${shop}`,
  more: (count) => `Und ${count} weitere.`,
  openShop: "Shop öffnen:",
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
  manyAlerts: (count, shop) => line`${String(count)} alertes : ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} alertes du dernier jour : ${shop}`,
  more: (count) => `Et ${count} de plus.`,
  openShop: "Ouvrir la boutique :",
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
  manyAlerts: (count, shop) => line`${String(count)} alertas: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} alertas del último día: ${shop}`,
  more: (count) => `Y ${count} más.`,
  openShop: "Abrir el comercio:",
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
  manyAlerts: (count, shop) => line`${String(count)} avvisi: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} avvisi dell’ultimo giorno: ${shop}`,
  more: (count) => `E altri ${count}.`,
  openShop: "Aprire il negozio:",
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
  manyAlerts: (count, shop) => line`${String(count)} meldingen: ${shop}`,
  manyAlertsOfDay: (count, shop) => line`${String(count)} meldingen van de laatste dag: ${shop}`,
  more: (count) => `En nog ${count}.`,
  openShop: "Winkel openen:",
  chooseAlerts: "Kiezen welke meldingen u krijgt:",
};

/** The texts of e-mails in each language of the console. */
const mailTexts = { en, de, fr, es, it, nl } as const;

export type Language = keyof typeof mailTexts;

const isLanguage = (name: unknown): name is Language => typeof name === "string" && Object.hasOwn(mailTexts, name);

/** @param language of the reader; null: not known */
export const mailTextsIn = (language: string | null | undefined): MailTexts =>
  mailTexts[isLanguage(language) ? language : "en"];
