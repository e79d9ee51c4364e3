/** Read the machine-readable zone in a picture, in a dedicated worker that terminates with the answer. */
import type { ZoneAnswer } from './mrz-worker.ts'
import type { FoundZone } from './zone-reader.ts'

/** Once everything is loaded; and including the loading over a slow connection. */
const TIMEOUT_MS = { reading: 15_000, whole: 60_000 }

/** @param onLoading called when the picture has a zone and its reader has to be loaded */
export async function readPictureZone(picture: Blob, onLoading: () => void): Promise<FoundZone | null> {
  const worker = new Worker(new URL('./mrz-worker.ts', import.meta.url), { type: 'module' })
  const timers: ReturnType<typeof setTimeout>[] = []
  try {
    return await new Promise((resolve) => {
      const giveUpAfter = (milliseconds: number) => timers.push(setTimeout(() => resolve(null), milliseconds))
      giveUpAfter(TIMEOUT_MS.whole)
      worker.onerror = () => resolve(null)
      worker.onmessage = ({ data }: MessageEvent<ZoneAnswer>) => {
        if (data === 'loading') onLoading()
        else if (data === 'reading') giveUpAfter(TIMEOUT_MS.reading)
        else resolve(data.found)
      }
      worker.postMessage(picture)
    })
  } finally {
    for (const timer of timers) clearTimeout(timer)
    worker.terminate()
  }
}
