"use client";

import { useState } from "react";
import classes from "./product-picture.module.css";

const HUES = 360;

/** A product's first picture, or a tile with its initial if the picture is missing or does not load. */
export function ProductPicture({ src, name }: { src: string | undefined; name: string }) {
  const [failed, setFailed] = useState<string>();
  if (src && src !== failed) {
    return (
      // biome-ignore lint/performance/noImgElement: pictures lie on any host, and Next's optimizer would fetch them for us.
      <img className={classes.picture} src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
    );
  }
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % HUES, 7);
  return (
    <span className={classes.picture} style={{ "--hue": hue } as React.CSSProperties} aria-hidden="true">
      {(name.match(/[\p{L}\p{N}]/u)?.[0] ?? "?").toUpperCase()}
    </span>
  );
}
