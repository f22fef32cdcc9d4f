"use client";

import { count } from "../parts/formats.ts";
import { useStore } from "../shell/shop-context.tsx";
import { ADS_RADIUS, type AdsPlace, degrees, drawArea, SIZE } from "./draw-area.ts";
import classes from "./local-ads.module.css";
import { texts } from "./texts.ts";

const words = texts.area;

/** The area of a store's ads: a circle among lines of latitude and longitude. */
export function Area({ area, note }: { area: AdsPlace; note: string }) {
  const { store } = useStore();
  const { parallels, meridians, bar } = drawArea(area);
  const middle = SIZE / 2;
  const miles = count(area.miles, "mile");
  const place = `${degrees(area.latitude, words.north, words.south)}, ${degrees(area.longitude, words.east, words.west)}`;
  return (
    <figure className={classes.area}>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        className={classes.map}
        role="img"
        aria-label={words.label(miles, store.name, place)}
      >
        <circle className={classes.circle} cx={middle} cy={middle} r={ADS_RADIUS} />
        <g className={classes.lines}>
          {parallels.map(({ at, label }) => (
            <g key={label}>
              <line x1={0} x2={SIZE} y1={at} y2={at} />
              <text x={4} y={at - 3}>
                {label}
              </text>
            </g>
          ))}
          {meridians.map(({ at, label }) => (
            <g key={label}>
              <line x1={at} x2={at} y1={0} y2={SIZE} />
              <text x={at + 3} y={SIZE - 5}>
                {label}
              </text>
            </g>
          ))}
        </g>
        <line className={classes.radius} x1={middle} x2={middle + ADS_RADIUS} y1={middle} y2={middle} />
        <text className={classes.miles} x={middle + ADS_RADIUS / 2} y={middle - 6} textAnchor="middle">
          {miles}
        </text>
        <circle className={classes.store} cx={middle} cy={middle} r={5} />
        <g className={classes.bar}>
          <path d={`M${SIZE - 8 - bar.width} 10v4h${bar.width}v-4`} />
          <text x={SIZE - 8} y={27} textAnchor="end">
            {bar.label}
          </text>
        </g>
      </svg>
      <figcaption className={classes.caption}>{words.text(miles, store.name, note)}</figcaption>
    </figure>
  );
}
