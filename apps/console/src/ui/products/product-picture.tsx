"use client";

import { useState } from "react";
import { IconPhoto } from "../parts/icons.tsx";
import classes from "./product-picture.module.css";

/** A product's first picture, or a quiet tile if the picture is missing or does not load. */
export function ProductPicture({ src }: { src: string | undefined }) {
  const [failed, setFailed] = useState<string>();
  // A picture of the server's markup can fail before React hears of it.
  const check = (img: HTMLImageElement | null) => {
    if (img?.complete && img.naturalWidth === 0) setFailed(src);
  };
  if (src && src !== failed) {
    return (
      // biome-ignore lint/performance/noImgElement: pictures lie on any host, and Next's optimizer would fetch them for us.
      <img ref={check} className={classes.picture} src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
    );
  }
  return (
    <span className={classes.picture} aria-hidden="true">
      <IconPhoto size={20} stroke={1.5} />
    </span>
  );
}
