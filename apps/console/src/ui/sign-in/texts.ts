/** The texts of the sign-in page. */
export const texts = {
  title: "Sign in",
  text: "Choose which products customers can find online.",
  textOfCode: "Your account also needs a code.",
  email: "E-mail",
  password: "Password",
  code: "Code",
  codeHint: "The six digits in your authenticator app, or a recovery code.",
  continue: "Continue",
  another: "Use another account",
  noCode: "If you have no app and no recovery code, ask the operator of Highstreet.",
  forgot: "Forgot your password?",
  noAccount: "If you have no account, ask the owner of the shop to invite you.",
  noAccountOrPassword: "If you have no account or have lost the password, ask the owner of the shop for a link.",
  failed: "That did not work. Please try again in a moment.",
};
