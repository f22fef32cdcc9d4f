import type { Mailer } from "@highstreet/router/core/mail/index.ts";

interface SmtpSettings {
  /** `smtps://user:password@host:465` or `smtp://user:password@host:587`, which then changes to TLS where the server can. */
  url: string;
  /** The sender: `Highstreet <shops@example.com>`. */
  from: string;
}

/** Longest wait for the server, in ms. The claim of an e-mail lasts longer. */
const TIMEOUT_MS = 30_000;

/** Sends e-mails through an SMTP server. `verify` only connects and signs in. The `Message-ID` stays the same when an e-mail is sent again. */
export async function smtpMailer({
  url,
  from,
}: SmtpSettings): Promise<Mailer & { verify(): Promise<unknown>; close(): void }> {
  // A worker without a mail server does not load it.
  const { createTransport } = await import("nodemailer");
  const waits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...waits, disableFileAccess: true, disableUrlAccess: true });
  return {
    send: async ({ to, subject, text, id }) => {
      // An address object, so that nothing in it is read as a list of recipients.
      await transport.sendMail({
        from,
        to: { name: "", address: to },
        subject,
        text,
        messageId: `<${id}@highstreet>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    verify: () => transport.verify(),
    close: () => transport.close(),
  };
}
