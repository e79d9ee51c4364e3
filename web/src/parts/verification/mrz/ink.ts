/** Ink of a grey picture by a local threshold: darker than its surroundings, so that shadows and uneven light do not count. */
import type { GreyPicture } from '../capture/picture-quality.ts'

export interface InkOptions {
  /** Width and height of the surroundings. */
  readonly windowPixels: number
  /** Share of the surrounding brightness below which a pixel is ink. */
  readonly darkness: number
}

/** One byte for each pixel: 1 is ink. */
export function inkOf({ width, height, grey }: GreyPicture, { windowPixels, darkness }: InkOptions): Uint8Array {
  const sums = sumsOf({ width, height, grey })
  const ink = new Uint8Array(width * height)
  const reach = Math.max(1, windowPixels >> 1)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      const sum = at(sums, width, right, bottom) - at(sums, width, left, bottom) - at(sums, width, right, top) + at(sums, width, left, top)
      const mean = sum / ((right - left) * (bottom - top))
      if ((grey[y * width + x] ?? 0) < mean * darkness) ink[y * width + x] = 1
    }
  }
  return ink
}

const at = (sums: Float64Array, width: number, x: number, y: number): number => sums[y * (width + 1) + x] ?? 0

/** Integral image: each entry is the sum of all pixels above and to the left of it. */
function sumsOf({ width, height, grey }: GreyPicture): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += grey[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = row + (sums[y * (width + 1) + x + 1] ?? 0)
    }
  }
  return sums
}
