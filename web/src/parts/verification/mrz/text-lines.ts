/** Long lines of print in a picture, at any angle below about twelve degrees. */
import type { GreyPicture } from '../capture/picture-quality.ts'
import { inkOf } from './ink.ts'

/** Bar around the print of a line: its middle, its extent along and across, and its angle (clockwise, y grows downwards). */
export interface TextLine {
  readonly x: number
  readonly y: number
  /** Length of a uniform bar with the same variance. */
  readonly length: number
  /** From the first to the last ink. */
  readonly reach: number
  readonly thickness: number
  readonly radians: number
}

export interface LineOptions {
  readonly darkness: number
  /** Letters closer than this belong to one line. */
  readonly gapPixels: number
}

const WINDOW = 41
/** Share of the longest side. */
const SHORTEST = 0.25
const LEANS_MAX = 0.25
/** Length by thickness: three lines of 30 have 25 to 32, two lines of 44 have 35 to 45. */
const EVEN_MAX = 1.25
const SLENDER = { minimum: 12, maximum: 75 }

export function textLines(picture: GreyPicture, { darkness, gapPixels }: LineOptions): TextLine[] {
  const blobs = blobsOf(inkOf(picture, { windowPixels: WINDOW, darkness }), picture, gapPixels)
  const shortest = SHORTEST * Math.max(picture.width, picture.height)
  return blobs.map(lineOf).filter(({ length, reach, thickness, radians }) => {
    const slender = length / thickness
    return (
      length >= shortest &&
      reach / length < EVEN_MAX &&
      slender >= SLENDER.minimum &&
      slender <= SLENDER.maximum &&
      Math.abs(radians) <= LEANS_MAX
    )
  })
}

/** Ends, number of pixels, and first and second moments. */
interface Blob {
  left: number
  right: number
  n: number
  x: number
  y: number
  xx: number
  yy: number
  xy: number
}
interface Run {
  readonly from: number
  readonly to: number
  blob: number
}

/** Joins the ink of each row over small gaps, and rows that touch: letters become words, words become lines. */
function blobsOf(ink: Uint8Array, { width, height }: GreyPicture, gapPixels: number): Blob[] {
  const blobs: Blob[] = []
  const parents: number[] = []
  const root = (blob: number): number => {
    let found = blob
    while (parents[found] !== undefined && parents[found] !== found) found = parents[found] ?? found
    return found
  }
  let above: Run[] = []
  for (let y = 0; y < height; y += 1) {
    const runs = runsOf(ink.subarray(y * width, (y + 1) * width), gapPixels)
    let next = 0
    for (const run of runs) {
      while ((above[next]?.to ?? Number.POSITIVE_INFINITY) < run.from) next += 1
      for (let index = next; (above[index]?.from ?? Number.POSITIVE_INFINITY) <= run.to; index += 1) {
        const other = root(above[index]?.blob ?? -1)
        if (run.blob === -1) run.blob = other
        else parents[other] = root(run.blob)
      }
      if (run.blob === -1) {
        run.blob = blobs.length
        parents.push(run.blob)
        blobs.push({ left: run.from, right: run.to, n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 })
      }
      add(blobs[run.blob], run, y)
    }
    above = runs
  }
  const whole = new Map<number, Blob>()
  for (const [index, blob] of blobs.entries()) {
    const sum = whole.get(root(index))
    whole.set(root(index), sum ? together(sum, blob) : blob)
  }
  return [...whole.values()]
}

const together = (one: Blob, other: Blob): Blob => ({
  left: Math.min(one.left, other.left),
  right: Math.max(one.right, other.right),
  n: one.n + other.n,
  x: one.x + other.x,
  y: one.y + other.y,
  xx: one.xx + other.xx,
  yy: one.yy + other.yy,
  xy: one.xy + other.xy,
})

function runsOf(row: Uint8Array, gapPixels: number): Run[] {
  const runs: Run[] = []
  let [from, to] = [-1, -1]
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== 1) continue
    if (from !== -1 && x - to > gapPixels) {
      runs.push({ from, to, blob: -1 })
      from = x
    }
    if (from === -1) from = x
    to = x
  }
  if (from !== -1) runs.push({ from, to, blob: -1 })
  return runs
}

function add(blob: Blob | undefined, { from, to }: Run, y: number): void {
  if (!blob) return
  const count = to - from + 1
  const sum = ((from + to) * count) / 2
  blob.left = Math.min(blob.left, from)
  blob.right = Math.max(blob.right, to)
  blob.n += count
  blob.x += sum
  blob.y += y * count
  blob.xx += count * (((from + to) / 2) ** 2 + (count ** 2 - 1) / 12)
  blob.yy += y * y * count
  blob.xy += y * sum
}

/**
 * Angle and thickness from the moments, extent from end to end: fillers have less ink, so the centre of the ink is not that of the line.
 */
function lineOf({ left, right, n, x, y, xx, yy, xy }: Blob): TextLine {
  const [inkX, inkY] = [x / n, y / n]
  const [varianceX, varianceY, covariance] = [xx / n - inkX ** 2, yy / n - inkY ** 2, xy / n - inkX * inkY]
  const spread = Math.hypot(varianceX - varianceY, 2 * covariance)
  const length = Math.sqrt(6 * (varianceX + varianceY + spread)) + 1
  const radians = Math.atan2(2 * covariance, varianceX - varianceY) / 2
  const middle = (left + right) / 2
  const reach = (right - left + 1) / Math.cos(radians)
  return { x: middle, y: inkY + (middle - inkX) * Math.tan(radians), length, reach, thickness: n / length, radians }
}
