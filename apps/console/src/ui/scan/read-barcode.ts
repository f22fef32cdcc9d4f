/** @returns the text of a barcode in the picture; undefined: none is seen */
type ReadBarcode = (video: HTMLVideoElement) => Promise<string | undefined>;

interface Detector {
  detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface Detectors {
  new (): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** The browser's own reader, or zxing, which is loaded only here. */
export async function openReader(): Promise<ReadBarcode> {
  const { BarcodeDetector } = window as { BarcodeDetector?: Detectors };
  const formats = await BarcodeDetector?.getSupportedFormats().catch(() => []);
  if (!BarcodeDetector || !formats?.length) return openZxing();
  const detector = new BarcodeDetector();
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

async function openZxing(): Promise<ReadBarcode> {
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader");
  // Its default is the address of another host.
  const file = new URL("zxing-wasm/reader/zxing_reader.wasm", import.meta.url).href;
  prepareZXingModule({ overrides: { locateFile: () => file } });
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!drawing || !width) return undefined;
    Object.assign(canvas, { width, height });
    drawing.drawImage(video, 0, 0);
    const [found] = await readBarcodes(drawing.getImageData(0, 0, width, height), { maxNumberOfSymbols: 1 });
    return found?.text;
  };
}
