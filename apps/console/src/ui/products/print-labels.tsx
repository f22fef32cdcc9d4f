import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { barsOf } from "./bars.ts";
import classes from "./labels.module.css";

/** Labels on an A4 sheet: 3 columns of 8. */
const PER_SHEET = 24;
/** The white margin that scanners need at each end, in modules. */
const QUIET = 10;

export interface Label {
  barcode: string;
  title: string;
  price: string;
}

/** Opens the print dialog with the labels. The page itself is not printed. */
export function printLabels(labels: Label[]): void {
  const paper = document.body.appendChild(document.createElement("div"));
  paper.className = classes.paper ?? "";
  const root = createRoot(paper);
  flushSync(() => root.render(<Sheets labels={labels} />));
  const clear = () => {
    root.unmount();
    paper.remove();
  };
  window.addEventListener("afterprint", clear, { once: true });
  window.print();
}

function Sheets({ labels }: { labels: Label[] }) {
  const sheets = Array.from({ length: Math.ceil(labels.length / PER_SHEET) }, (_, n) =>
    labels.slice(n * PER_SHEET, (n + 1) * PER_SHEET),
  );
  return sheets.map((sheet) => (
    <div key={sheet[0]?.barcode} className={classes.sheet}>
      {sheet.map(({ barcode, title, price }) => (
        <div key={barcode} className={classes.label}>
          <bdi className={classes.title}>{title}</bdi>
          <span className={classes.price}>{price}</span>
          <Bars code={barcode} />
          <span className={classes.code}>{barcode}</span>
        </div>
      ))}
    </div>
  ));
}

function Bars({ code }: { code: string }) {
  const bars = barsOf(code);
  if (!bars) return null;
  const path = [...bars.matchAll(/1+/g)].map(({ index, 0: bar }) => `M${index} 0h${bar.length}v1h-${bar.length}z`);
  return (
    <svg
      className={classes.bars}
      viewBox={`${-QUIET} 0 ${bars.length + 2 * QUIET} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={code}
    >
      <path d={path.join("")} />
    </svg>
  );
}
