/**
 * Location of the machine-readable zone in a picture: two or three long lines of print of the same length, one under the other at the
 * same distance (ICAO 9303 parts 3 to 5). Found by its shape before reading, so that a picture without one costs little.
 */
import type { GreyPicture } from '../capture/picture-quality.ts'
import { resized, turnedQuarter } from './grey-picture.ts'
import { type TextLine, textLines } from './text-lines.ts'

export interface Zone {
  /** From the top, in pixels of the searched picture. */
  readonly lines: readonly TextLine[]
  /** True when the picture must first be rotated a quarter to the left: the document is upright in it. */
  readonly isStanding: boolean
}

const SEARCHED_SIDE = 1000
/** Narrow gaps first: wide ones also join the print to its surroundings. */
const ATTEMPTS = [
  { darkness: 0.8, gapPixels: 18 },
  { darkness: 0.8, gapPixels: 26 },
  { darkness: 0.88, gapPixels: 18 },
  { darkness: 0.7, gapPixels: 22 },
  { darkness: 0.8, gapPixels: 11 },
  { darkness: 0.88, gapPixels: 26 },
]

export function findZone(picture: GreyPicture): Zone | null {
  const scale = Math.min(1, SEARCHED_SIDE / Math.max(picture.width, picture.height))
  const small = resized(picture, scale)
  const standing = turnedQuarter(small)
  for (const attempt of ATTEMPTS) {
    for (const isStanding of [false, true]) {
      const lines = groupOf(textLines(isStanding ? standing : small, attempt))
      if (lines) return { isStanding, lines: lines.map((line) => enlarged(line, 1 / scale)) }
    }
  }
  return null
}

const enlarged = ({ x, y, length, reach, thickness, radians }: TextLine, by: number): TextLine => ({
  x: x * by,
  y: y * by,
  length: length * by,
  reach: reach * by,
  thickness: thickness * by,
  radians,
})

/** Longest group that resembles a zone; the lowest of several. */
function groupOf(lines: readonly TextLine[]): TextLine[] | null {
  const groups = lines.map((first) => groupFrom(first, lines)).filter(hasProportions)
  groups.sort((one, other) => other.length - one.length || (other[0]?.y ?? 0) - (one[0]?.y ?? 0))
  return groups[0] ?? null
}

/**
 * Length of the lines relative to their distance. Print with a tenth of an inch per letter and a quarter of an inch per line gives 12 for
 * three lines of 30 and 17.6 for two of 44; the margin is for photographs.
 */
const PROPORTIONS: Record<number, readonly [number, number]> = { 2: [14, 23], 3: [9, 15.5] }

function hasProportions(group: readonly TextLine[]): boolean {
  const range = PROPORTIONS[group.length]
  const [first, last] = [group[0], group.at(-1)]
  if (!range || !first || !last) return false
  const proportion = (first.length * (group.length - 1)) / Math.hypot(last.x - first.x, last.y - first.y)
  return proportion >= range[0] && proportion <= range[1]
}

/** `first` and the lines below it. */
function groupFrom(first: TextLine, lines: readonly TextLine[]): TextLine[] {
  const group = [first]
  for (let last = first; group.length <= 3; ) {
    const below = lines.filter((line) => isBelow(last, line)).sort((one, other) => one.y - other.y)[0]
    if (!below) break
    group.push(below)
    last = below
  }
  return group
}

function isBelow(upper: TextLine, lower: TextLine): boolean {
  const [dx, dy] = [lower.x - upper.x, lower.y - upper.y]
  const along = dx * Math.cos(upper.radians) + dy * Math.sin(upper.radians)
  const across = dy * Math.cos(upper.radians) - dx * Math.sin(upper.radians)
  const thickness = Math.max(upper.thickness, lower.thickness)
  return (
    across > 1.1 * thickness &&
    across < 4.5 * thickness &&
    Math.abs(along) < 0.08 * upper.length &&
    Math.abs(upper.radians - lower.radians) < 0.06 &&
    Math.min(upper.length, lower.length) / Math.max(upper.length, lower.length) > 0.8
  )
}
