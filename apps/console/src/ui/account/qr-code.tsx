import { encode } from "uqr";
import classes from "./account.module.css";

/** Draws a QR code in the page, so that the text does not leave the browser. @param label the accessible name */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      fill="#000000"
    >
      <path d={path} />
    </svg>
  );
}
