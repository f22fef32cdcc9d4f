import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { texts } from "./texts.ts";

/** The green of old shop fronts. */
const shopfront: MantineColorsTuple = [
  "#ecf7f2",
  "#d9ebe3",
  "#b0d7c6",
  "#83c2a6",
  "#5fb08c",
  "#45a079",
  "#24795a",
  "#14694d",
  "#10573f",
  "#0a4532",
];

const ink: MantineColorsTuple = [
  "#dde3df",
  "#bcc6c0",
  "#9ba69f",
  "#6b7770",
  "#3c4741",
  "#2b332f",
  "#202724",
  "#171c19",
  "#101412",
  "#0a0d0b",
];

/** A closed dialog is gone at once: while it faded, it would take the keys of the next one. */
const closable = () => ({ closeButtonProps: { "aria-label": texts.close }, transitionProps: { exitDuration: 0 } });
/** A `header` in a dialog would be a second banner of the page. */
const notBanner = { component: "div" };

export const theme = createTheme({
  primaryColor: "shopfront",
  primaryShade: { light: 7, dark: 6 },
  colors: { shopfront, dark: ink },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  headings: { fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Plain objects, so that a page loads only the components that it shows.
    // On a phone the button is large, and its icon would be, too.
    CloseButton: { defaultProps: { iconSize: 20 } },
    Drawer: { defaultProps: closable },
    DrawerHeader: { defaultProps: notBanner },
    // The placeholder is no item, so a menu must not have it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: closable },
    PasswordInput: { defaultProps: () => ({ visibilityToggleButtonProps: { "aria-label": texts.togglePassword } }) },
    ModalHeader: { defaultProps: notBanner },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
});

/** Mantine's soft text is too faint on our pages (WCAG asks for 4.5 to 1). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { "--mantine-color-dimmed": "var(--ink-soft)" },
  light: {
    "--mantine-color-text": "#1b211e",
    "--mantine-color-dimmed": "#59625c",
    "--mantine-color-placeholder": "#717a74",
    "--mantine-color-error": "#c01f1f",
  },
  dark: {
    "--mantine-color-dimmed": "#9ba69f",
    "--mantine-color-placeholder": "#828d86",
    "--mantine-color-error": "#ff8f8f",
  },
});
