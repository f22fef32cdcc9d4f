import sharp from "sharp";
import type { FeedBytes } from "../feed.ts";
import { badPicture } from "../feed-error.ts";
import type { ReadableFeed } from "../parsers/parser.ts";

export interface Picture {
  /** WebP without metadata. */
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** The decoder needs up to 8 bytes for each pixel. */
const MAX_MEGAPIXELS = 25;
/** Google refuses smaller pictures. */
const MIN_SIDE = 100;
/** Of the longer side of the stored picture. */
const MAX_SIDE = 1_600;
const QUALITY = 82;
/** A picture of the largest size takes 2 s. A decoder that hangs cannot be interrupted, so the process ends. */
const MAX_SECONDS = 20;

/** The loader of each format, by its first bytes. No other loader of the library may run. */
const formats: [RegExp, loader: string][] = [
  [/^\xff\xd8\xff/, "VipsForeignLoadJpegBuffer"],
  [/^\x89PNG\r\n/, "VipsForeignLoadPngBuffer"],
  [/^RIFF.{4}WEBP/s, "VipsForeignLoadWebpBuffer"],
];
const otherFormats: [RegExp, name: string][] = [
  [/^.{4}ftyp(?:hei|hev|mif1|msf1)/s, "HEIC"],
  [/^.{4}ftypavif/s, "AVIF"],
  [/^GIF8/, "GIF"],
  [/^(?:\xef\xbb\xbf)?\s{0,99}<(?:\?xml|!DOCTYPE|!--|svg)/i, "SVG or HTML"],
];

/** Makes a small WebP of a picture of a stranger, upright and without metadata. @throws InvalidPicture */
export async function openPicture(file: FeedBytes): Promise<ReadableFeed> {
  const bytes = Buffer.from(await file.read(0, file.size));
  const start = bytes.toString("latin1", 0, 200);
  const loader = formats.find(([sign]) => sign.test(start))?.[1];
  if (!loader) {
    const found = otherFormats.find(([sign]) => sign.test(start))?.[1];
    throw badPicture(`The file is ${found ? `${found}, and not` : "no"} JPEG, PNG or WebP. Save it as JPEG.`, {
      reason: "kind",
    });
  }
  setTimeout(() => process.kill(process.pid, "SIGKILL"), MAX_SECONDS * 1_000).unref();
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [loader] });
  sharp.cache(false);
  sharp.concurrency(1);
  return { header: null, read: () => resized(bytes) };
}

async function resized(input: Buffer): Promise<Picture> {
  const { width, height } = await sharp(input, { limitInputPixels: false }).metadata().catch(damaged);
  const megapixels = (width * height) / 1e6;
  if (megapixels > MAX_MEGAPIXELS) {
    const size = `${width} × ${height}`;
    throw badPicture(`The picture has ${size} pixels, more than ${MAX_MEGAPIXELS} megapixels. Make it smaller.`, {
      reason: "large",
      limit: MAX_MEGAPIXELS,
    });
  }
  if (Math.min(width, height) < MIN_SIDE)
    throw badPicture(`The picture has ${width} × ${height} pixels. Each side needs at least ${MIN_SIDE}.`, {
      reason: "small",
      limit: MIN_SIDE,
    });
  const { data, info } = await sharp(input, { limitInputPixels: MAX_MEGAPIXELS * 1e6, failOn: "truncated" })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(damaged);
  return { bytes: data, width: info.width, height: info.height };
}

function damaged(): never {
  throw badPicture("The picture is damaged or not complete. Save it again as JPEG.");
}
