export { type Language, mailTextsIn } from "./mail-texts.ts";
export { line, queueMail } from "./queue-mail.ts";
export { MAIL_EACH, type Mailer, type MailKind, sendMails, type WaitingMail, type Written } from "./send-mails.ts";
