/** Quality of a photo, for a reviewer, and for the customer while the document is still available. */
import sharp from 'sharp'

/** One size for all pictures, since sharpness depends on it. */
const SIDE = 1024
const BURNT_OUT_FROM = 250

interface Pixels {
  readonly data: Buffer
  readonly raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

export async function qualityOf({ data, raw }: Pixels): Promise<{ sharpness: number; brightness: number; burntOut: number }> {
  const grey = sharp(data, { raw }).resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true }).toColourspace('b-w')
  const small = await grey.raw().toBuffer({ resolveWithObject: true })
  return measure(small.data, small.info)
}

export function measure(grey: Uint8Array, { width, height }: { width: number; height: number }) {
  let sum = 0
  let burnt = 0
  for (const value of grey) {
    sum += value
    if (value >= BURNT_OUT_FROM) burnt++
  }
  return {
    sharpness: laplacianVariance(grey, width, height),
    brightness: sum / grey.length,
    burntOut: burnt / grey.length,
  }
}

/** Variance of the Laplacian: edges of letters make it large, a shaken or blurred photo small. */
function laplacianVariance(grey: Uint8Array, width: number, height: number): number {
  const at = (index: number): number => grey[index] ?? 0
  let count = 0
  let sum = 0
  let squares = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x
      const value = at(index - 1) + at(index + 1) + at(index - width) + at(index + width) - 4 * at(index)
      count++
      sum += value
      squares += value * value
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}
