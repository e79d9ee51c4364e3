/**
 * Cells of a machine-readable zone line: one letter in each of 30 or 44 equal cells. With the cells known, fillers (`<`) are recognised by
 * their shape, since OCR for ordinary text takes a row of them for K and L.
 */
import type { GreyPicture } from '../capture/picture-quality.ts'
import { inkOf } from './ink.ts'

export interface Cells {
  /** Middle of each cell. */
  readonly middles: readonly number[]
  readonly pitch: number
  readonly fillers: readonly boolean[]
  /** Number of fillers if the line was upside down. */
  readonly turnedFillers: number
}

interface Glyph {
  left: number
  right: number
}

/** @param line straightened, with little around it; null when the print does not fit this number of cells */
export function cellsOf(line: GreyPicture, count: number): Cells | null {
  const ink = inkOf(line, { windowPixels: Math.round(line.height * 1.2), darkness: 0.8 })
  const glyphs = glyphsOf(ink, line)
  const grid = gridOf(glyphs, count)
  if (!grid) return null
  const middles = Array.from({ length: count }, (_, index) => grid.first + index * grid.pitch)
  const marks = middles.map((middle) => markIn(ink, line, middle - grid.pitch / 2, middle + grid.pitch / 2))
  return {
    middles,
    pitch: grid.pitch,
    fillers: marks.map((mark) => mark === 'filler' || mark === 'nothing'),
    turnedFillers: marks.filter((mark) => mark === 'turned').length,
  }
}

/** Columns with ink, up to a gap. Single specks are ignored. */
function glyphsOf(ink: Uint8Array, { width, height }: GreyPicture): Glyph[] {
  const glyphs: Glyph[] = []
  let last: Glyph | null = null
  for (let x = 0; x < width; x += 1) {
    let count = 0
    for (let y = Math.round(height * 0.2); y < height * 0.8; y += 1) count += ink[y * width + x] ?? 0
    if (count < 2) {
      last = null
    } else if (last) {
      last.right = x
    } else {
      last = { left: x, right: x }
      glyphs.push(last)
    }
  }
  return glyphs.filter(({ left, right }) => right - left >= 2)
}

/** Evenly spaced cells that most glyphs are centred in; the edge of the card may look like one more glyph. */
function gridOf(glyphs: readonly Glyph[], count: number): Grid | null {
  const middles = glyphs.map(({ left, right }) => (left + right) / 2)
  const steps = middles.slice(1).map((middle, index) => middle - (middles[index] ?? 0))
  const pitch = steps.sort((one, other) => one - other)[steps.length >> 1]
  if (pitch === undefined) return null
  const grids = middles.slice(0, STRAY_MAX).map((first) => fitted({ first, pitch }, middles, count))
  const best = grids.reduce((one, other) => (other.held > one.held ? other : one))
  return best.held < count * HELD_SHARE ? null : best
}

interface Grid {
  readonly first: number
  readonly pitch: number
}
const STRAY_MAX = 5
const HELD_SHARE = 0.6
const OFF_MIDDLE_MAX = 0.3

/** Iterated least squares over the glyphs near the middle of a cell. */
function fitted(begin: Grid, middles: readonly number[], count: number): Grid & { held: number } {
  let { first, pitch } = begin
  let held = 0
  for (let round = 0; round < 6; round += 1) {
    const inside = middles
      .map((middle) => ({ middle, index: Math.round((middle - first) / pitch) }))
      // Near the beginning first, since the pitch is not accurate enough yet to count to the end.
      .filter(({ index }) => index >= 0 && index < Math.min(count, 8 * 2 ** round))
      .filter(({ middle, index }) => Math.abs(middle - first - index * pitch) < OFF_MIDDLE_MAX * pitch)
    const sum = (of: (place: { middle: number; index: number }) => number) => inside.reduce((total, place) => total + of(place), 0)
    const [indexes, places] = [sum(({ index }) => index), sum(({ middle }) => middle)]
    const spread = inside.length * sum(({ index }) => index * index) - indexes * indexes
    if (spread === 0) break
    pitch = (inside.length * sum(({ index, middle }) => index * middle) - indexes * places) / spread
    first = (places - pitch * indexes) / inside.length
    held = inside.length
  }
  return { first, pitch, held }
}

type Mark = 'filler' | 'turned' | 'other' | 'nothing'
const SHAPE_SHARE = 0.86
/** Relative to the glyph's size: half of a stroke, plus a blurred corner. */
const STROKE_REACH = 0.17

function markIn(ink: Uint8Array, { width, height }: GreyPicture, from: number, to: number): Mark {
  const places: [number, number][] = []
  for (let y = 0; y < height; y += 1) {
    for (let x = Math.max(0, Math.ceil(from)); x <= Math.min(width - 1, to); x += 1) if (ink[y * width + x] === 1) places.push([x, y])
  }
  if (places.length < 6) return 'nothing'
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top]
  if (wide < 3 || high < 3) return 'other'
  const inBox = places.map(([x, y]): [number, number] => [(x - left) / wide, (y - top) / high])
  if (isChevron(inBox)) return 'filler'
  return isChevron(inBox.map(([x, y]) => [1 - x, y])) ? 'turned' : 'other'
}

/** True when nearly all ink is on the two strokes, and each part of them has ink. */
function isChevron(places: readonly (readonly [number, number])[]): boolean {
  const share = places.filter(([x, y]) => Math.abs(x - strokeAt(y)) < STROKE_REACH * 2).length / places.length
  if (share < SHAPE_SHARE) return false
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9]
  return parts.every((part) => places.some(([x, y]) => Math.abs(y - part) < 0.1 && Math.abs(x - strokeAt(y)) < STROKE_REACH))
}

const strokeAt = (y: number): number => 0.1 + 0.8 * Math.abs(1 - 2 * y)

/** Line without its fillers, on an even background. */
export function withoutFillers(line: GreyPicture, { middles, pitch, fillers }: Cells): GreyPicture {
  const grey = Uint8Array.from(line.grey)
  const background = [...line.grey].sort((one, other) => one - other)[Math.floor(grey.length * 0.7)] ?? 255
  const first = middles[fillers.indexOf(false)] ?? 0
  const last = middles[fillers.lastIndexOf(false)] ?? 0
  for (let x = 0; x < line.width; x += 1) {
    const index = Math.round((x - (middles[0] ?? 0)) / pitch)
    if (x > first - pitch / 2 && x < last + pitch / 2 && fillers[index] === false) continue
    for (let y = 0; y < line.height; y += 1) grey[y * line.width + x] = background
  }
  return { width: line.width, height: line.height, grey }
}
