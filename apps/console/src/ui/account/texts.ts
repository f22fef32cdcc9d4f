/** The texts of the account page. */
export const texts = {
  back: "Back",
  title: "Your account",
  codes: {
    title: "Sign-in codes",
    text: "Sign-in then needs your password and a code from an authenticator app on your phone. A stolen password alone does not open your account.",
    on: "On",
    off: "Off",
    few: "Make new recovery codes soon. If you lose your phone and have no recovery code, you cannot sign in.",
    left: (count: number) =>
      `${count === 1 ? "1 recovery code is" : `${count || "No"} recovery codes are`} left. Each code signs you in once without the app.`,
    setUp: "Set up sign-in codes",
    renew: "New recovery codes",
    end: "Switch off",
    endTitle: "Switch off sign-in codes",
    ended: "Sign-in codes are off.",
  },
};
