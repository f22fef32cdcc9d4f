/** The outlined icons of Tabler (https://tabler.io/icons, MIT) that the console uses. The package of all 5,900 has 88 MB. */
import type { SVGProps } from "react";

interface IconProps extends Omit<SVGProps<SVGSVGElement>, "stroke"> {
  size?: number;
  /** The width of the lines. */
  stroke?: number;
}

/** An icon with a label is an image; any other is hidden from screen readers. */
const icon = (...paths: string[]) =>
  function Icon({ size = 24, stroke = 2, ...rest }: IconProps) {
    const role = rest["aria-label"] ? ({ role: "img" } as const) : ({ "aria-hidden": true } as const);
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: hidden, or with the label of its caller
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...role}
        {...rest}
      >
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
    );
  };

export const IconAlertCircle = icon("M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0", "M12 8v4", "M12 16h.01");
export const IconAlertTriangle = icon(
  "M12 9v4",
  "M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0",
  "M12 16h.01",
);
export const IconAffiliate = icon(
  "M5.931 6.936l1.275 4.249m5.607 5.609l4.251 1.275",
  "M11.683 12.317l5.759 -5.759",
  "M4 5.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0",
  "M17 5.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0",
  "M17 18.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0",
  "M4 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0",
);
export const IconAdjustments = icon(
  "M4 6h8",
  "M16 6h4",
  "M12 4v4",
  "M4 12h2",
  "M10 12h10",
  "M8 10v4",
  "M4 18h11",
  "M19 18h1",
  "M17 16v4",
);
export const IconArrowBackUp = icon("M9 14l-4 -4l4 -4", "M5 10h11a4 4 0 1 1 0 8h-1");
export const IconArrowDown = icon("M12 5l0 14", "M18 13l-6 6", "M6 13l6 6");
export const IconArrowLeft = icon("M5 12l14 0", "M5 12l6 6", "M5 12l6 -6");
export const IconArrowUp = icon("M12 5l0 14", "M18 11l-6 -6", "M6 11l6 -6");
export const IconBarcode = icon(
  "M4 7v-1a2 2 0 0 1 2 -2h2",
  "M4 17v1a2 2 0 0 0 2 2h2",
  "M16 4h2a2 2 0 0 1 2 2v1",
  "M16 20h2a2 2 0 0 0 2 -2v-1",
  "M5 11h1v2h-1l0 -2",
  "M10 11l0 2",
  "M14 11h1v2h-1l0 -2",
  "M19 11l0 2",
);
export const IconBell = icon(
  "M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6",
  "M9 17v1a3 3 0 0 0 6 0v-1",
);
export const IconBroadcast = icon(
  "M18.364 19.364a9 9 0 1 0 -12.728 0",
  "M15.536 16.536a5 5 0 1 0 -7.072 0",
  "M11 13a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
);
export const IconBuildingStore = icon(
  "M3 21l18 0",
  "M3 7v1a3 3 0 0 0 6 0v-1m0 1a3 3 0 0 0 6 0v-1m0 1a3 3 0 0 0 6 0v-1h-18l2 -4h14l2 4",
  "M5 21l0 -10.15",
  "M19 21l0 -10.15",
  "M9 21v-4a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v4",
);
export const IconCamera = icon(
  "M5 7h1a2 2 0 0 0 2 -2a1 1 0 0 1 1 -1h6a1 1 0 0 1 1 1a2 2 0 0 0 2 2h1a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2",
  "M9 13a3 3 0 1 0 6 0a3 3 0 0 0 -6 0",
);
export const IconCheck = icon("M5 12l5 5l10 -10");
export const IconChevronDown = icon("M6 9l6 6l6 -6");
export const IconChevronLeft = icon("M15 6l-6 6l6 6");
export const IconChevronRight = icon("M9 6l6 6l-6 6");
export const IconCircleCheck = icon("M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0", "M9 12l2 2l4 -4");
export const IconCopy = icon(
  "M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666",
  "M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1",
);
export const IconDots = icon(
  "M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  "M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  "M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
);
export const IconDownload = icon("M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2", "M7 11l5 5l5 -5", "M12 4l0 12");
export const IconExternalLink = icon(
  "M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6",
  "M11 13l9 -9",
  "M15 4h5v5",
);
export const IconEye = icon(
  "M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0",
  "M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6",
);
export const IconEyeOff = icon(
  "M10.585 10.587a2 2 0 0 0 2.829 2.828",
  "M16.681 16.673a8.717 8.717 0 0 1 -4.681 1.327c-3.6 0 -6.6 -2 -9 -6c1.272 -2.12 2.712 -3.678 4.32 -4.674m2.86 -1.146a9.055 9.055 0 0 1 1.82 -.18c3.6 0 6.6 2 9 6c-.666 1.11 -1.379 2.067 -2.138 2.87",
  "M3 3l18 18",
);
export const IconFileUpload = icon(
  "M14 3v4a1 1 0 0 0 1 1h4",
  "M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2",
  "M12 11v6",
  "M9.5 13.5l2.5 -2.5l2.5 2.5",
);
export const IconFlag = icon("M5 5a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0v-9", "M5 21v-7");
export const IconHelp = icon(
  "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0",
  "M12 17v.01",
  "M12 13.5a1.5 1.5 0 0 1 1 -1.5a2.6 2.6 0 1 0 -3 -4",
);
export const IconHistory = icon("M12 8l0 4l2 2", "M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5");
export const IconHome = icon(
  "M5 12l-2 0l9 -9l9 9l-2 0",
  "M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-7",
  "M9 21v-6a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v6",
);
export const IconHourglass = icon(
  "M6.5 7h11",
  "M6.5 17h11",
  "M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1",
  "M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0 -1 -1h-10a1 1 0 0 0 -1 1",
);
export const IconInbox = icon(
  "M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12",
  "M4 13h3l3 3h4l3 -3h3",
);
export const IconInfoCircle = icon("M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0", "M12 9h.01", "M11 12h1v4h1");
export const IconKey = icon(
  "M16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1 -4.069 0l-.301 -.301l-6.558 6.558a2 2 0 0 1 -1.239 .578l-.175 .008h-1.172a1 1 0 0 1 -.993 -.883l-.007 -.117v-1.172a2 2 0 0 1 .467 -1.284l.119 -.13l.414 -.414h2v-2h2v-2l2.144 -2.144l-.301 -.301a2.877 2.877 0 0 1 0 -4.069l2.643 -2.643a2.877 2.877 0 0 1 4.069 0",
  "M15 9h.01",
);
export const IconListCheck = icon(
  "M3.5 5.5l1.5 1.5l2.5 -2.5",
  "M3.5 11.5l1.5 1.5l2.5 -2.5",
  "M3.5 17.5l1.5 1.5l2.5 -2.5",
  "M11 6l9 0",
  "M11 12l9 0",
  "M11 18l9 0",
);
export const IconLogout = icon(
  "M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2",
  "M9 12h12l-3 -3",
  "M18 15l3 -3",
);
export const IconMapPin = icon(
  "M9 11a3 3 0 1 0 6 0a3 3 0 0 0 -6 0",
  "M17.657 16.657l-4.243 4.243a2 2 0 0 1 -2.827 0l-4.244 -4.243a8 8 0 1 1 11.314 0",
);
export const IconMapSearch = icon(
  "M11 18l-2 -1l-6 3v-13l6 -3l6 3l6 -3v7.5",
  "M9 4v13",
  "M15 7v5",
  "M15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
  "M20.2 20.2l1.8 1.8",
);
export const IconPackageImport = icon(
  "M12 21l-8 -4.5v-9l8 -4.5l8 4.5v4.5",
  "M12 12l8 -4.5",
  "M12 12v9",
  "M12 12l-8 -4.5",
  "M22 18h-7",
  "M18 15l-3 3l3 3",
);
export const IconPencil = icon("M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4", "M13.5 6.5l4 4");
export const IconPlugConnected = icon(
  "M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5",
  "M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5",
  "M3 21l2.5 -2.5",
  "M18.5 5.5l2.5 -2.5",
  "M10 11l-2 2",
  "M13 14l-2 2",
);
export const IconPlugConnectedX = icon(
  "M20 16l-4 4",
  "M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5",
  "M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5",
  "M3 21l2.5 -2.5",
  "M18.5 5.5l2.5 -2.5",
  "M10 11l-2 2",
  "M13 14l-2 2",
  "M16 16l4 4",
);
export const IconPhoto = icon(
  "M15 8h.01",
  "M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12",
  "M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5",
  "M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3",
);
export const IconPlus = icon("M12 5l0 14", "M5 12l14 0");
export const IconRosetteDiscountCheck = icon(
  "M5 7.2a2.2 2.2 0 0 1 2.2 -2.2h1a2.2 2.2 0 0 0 1.55 -.64l.7 -.7a2.2 2.2 0 0 1 3.12 0l.7 .7c.412 .41 .97 .64 1.55 .64h1a2.2 2.2 0 0 1 2.2 2.2v1c0 .58 .23 1.138 .64 1.55l.7 .7a2.2 2.2 0 0 1 0 3.12l-.7 .7a2.2 2.2 0 0 0 -.64 1.55v1a2.2 2.2 0 0 1 -2.2 2.2h-1a2.2 2.2 0 0 0 -1.55 .64l-.7 .7a2.2 2.2 0 0 1 -3.12 0l-.7 -.7a2.2 2.2 0 0 0 -1.55 -.64h-1a2.2 2.2 0 0 1 -2.2 -2.2v-1a2.2 2.2 0 0 0 -.64 -1.55l-.7 -.7a2.2 2.2 0 0 1 0 -3.12l.7 -.7a2.2 2.2 0 0 0 .64 -1.55v-1",
  "M9 12l2 2l4 -4",
);
export const IconSearch = icon("M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0", "M21 21l-6 -6");
export const IconSearchOff = icon(
  "M5.039 5.062a7 7 0 0 0 9.91 9.89m1.584 -2.434a7 7 0 0 0 -9.038 -9.057",
  "M3 3l18 18",
);
export const IconSelector = icon("M8 9l4 -4l4 4", "M16 15l-4 4l-4 -4");
export const IconSettings = icon(
  "M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 -.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 -2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 -2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 -1.065",
  "M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0",
);
export const IconShieldCheck = icon(
  "M11.46 20.846a12 12 0 0 1 -7.96 -14.846a12 12 0 0 0 8.5 -3a12 12 0 0 0 8.5 3a12 12 0 0 1 -.09 7.06",
  "M15 19l2 2l4 -4",
);
export const IconShieldX = icon(
  "M13.252 20.601c-.408 .155 -.826 .288 -1.252 .399a12 12 0 0 1 -8.5 -15a12 12 0 0 0 8.5 -3a12 12 0 0 0 8.5 3a12 12 0 0 1 -.19 7.357",
  "M22 22l-5 -5",
  "M17 22l5 -5",
);
export const IconSpeakerphone = icon(
  "M18 8a3 3 0 0 1 0 6",
  "M10 8v11a1 1 0 0 1 -1 1h-1a1 1 0 0 1 -1 -1v-5",
  "M12 8l4.524 -3.77a.9 .9 0 0 1 1.476 .692v12.156a.9 .9 0 0 1 -1.476 .692l-4.524 -3.77h-8a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h8",
);
export const IconTag = icon(
  "M6.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  "M3 6v5.172a2 2 0 0 0 .586 1.414l7.71 7.71a2.41 2.41 0 0 0 3.408 0l5.592 -5.592a2.41 2.41 0 0 0 0 -3.408l-7.71 -7.71a2 2 0 0 0 -1.414 -.586h-5.172a3 3 0 0 0 -3 3",
);
export const IconTrash = icon(
  "M4 7l16 0",
  "M10 11l0 6",
  "M14 11l0 6",
  "M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12",
  "M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3",
);
export const IconUpload = icon("M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2", "M7 9l5 -5l5 5", "M12 4l0 12");
export const IconUserCircle = icon(
  "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0",
  "M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
  "M6.168 18.849a4 4 0 0 1 3.832 -2.849h4a4 4 0 0 1 3.834 2.855",
);
export const IconUserMinus = icon(
  "M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0",
  "M6 21v-2a4 4 0 0 1 4 -4h4c.348 0 .686 .045 1.009 .128",
  "M16 19h6",
);
export const IconUserPlus = icon(
  "M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0",
  "M16 19h6",
  "M19 16v6",
  "M6 21v-2a4 4 0 0 1 4 -4h4",
);
export const IconUsers = icon(
  "M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  "M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2",
  "M16 3.13a4 4 0 0 1 0 7.75",
  "M21 21v-2a4 4 0 0 0 -3 -3.85",
);
export const IconWebhook = icon(
  "M4.876 13.61a4 4 0 1 0 6.124 3.39h6",
  "M15.066 20.502a4 4 0 1 0 1.934 -7.502c-.706 0 -1.424 .179 -2 .5l-3 -5.5",
  "M16 8a4 4 0 1 0 -8 0c0 1.506 .77 2.818 2 3.5l-3 5.5",
);
export const IconX = icon("M18 6l-12 12", "M6 6l12 12");
