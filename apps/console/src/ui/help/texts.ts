/** The texts around the help. docs/help.md has the help itself. */
export const texts = { title: "Help" };
