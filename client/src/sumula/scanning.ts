/** Reads QR codes with the camera, where the browser can (BarcodeDetector, and https). */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorMaker = new (options: { formats: string[] }) => Detector;

function maker(): DetectorMaker | undefined {
  return (globalThis as { BarcodeDetector?: DetectorMaker }).BarcodeDetector;
}

export function canScan(): boolean {
  return maker() !== undefined && navigator.mediaDevices !== undefined;
}

const EVERY_MS = 200;

/** Shows the camera in the video and tells every code it sees; gives the way to stop. */
export async function scan(video: HTMLVideoElement, found: (text: string) => void): Promise<() => void> {
  const Maker = maker();
  if (!Maker) throw new Error("no detector");
  const detector = new Maker({ formats: ["qr_code"] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  video.srcObject = stream;
  await video.play();
  const look = setInterval(() => {
    void detector.detect(video).then((codes) => {
      for (const code of codes) found(code.rawValue);
    }, ignore);
  }, EVERY_MS);
  return () => {
    clearInterval(look);
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
}

/** A frame that cannot be read yet. */
function ignore(): void {
  return undefined;
}
