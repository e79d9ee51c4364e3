/** Lines of a found zone, straightened, at one size, the right way up. */
import type { GreyPicture } from '../capture/picture-quality.ts'
import { type Cells, cellsOf } from './cells.ts'
import type { Zone } from './find-zone.ts'
import { framed } from './grey-picture.ts'
import type { TextLine } from './text-lines.ts'

export interface ZoneLine {
  readonly picture: GreyPicture
  /** Null when they could not be found. */
  readonly cells: Cells | null
}

const LETTERS_OF_LINE: Record<number, number> = { 2: 44, 3: 30 }
/** Relative to the height and to the length of the print. */
const MARGINS = { across: 2, along: 1.06 }
/** Every zone has more: a line with fewer is other print. */
const FEWEST_FILLERS = 3

/** @param picture that of `zone`, already rotated if the document is upright; null when the print is no zone */
export function zoneLines(picture: GreyPicture, { lines }: Zone, letterHeight: number): ZoneLine[] | null {
  const heights = lines.map(({ thickness }) => thickness).sort((one, other) => one - other)
  const step = (heights[heights.length >> 1] ?? letterHeight) / letterHeight
  const upright = lines.map((line) => lineAt(picture, line, { step, letterHeight, count: LETTERS_OF_LINE[lines.length] ?? 0 }))
  const count = (of: (cells: Cells) => number) => upright.reduce((sum, { cells }) => sum + (cells ? of(cells) : 0), 0)
  const fillers = count((cells) => cells.fillers.filter(Boolean).length)
  const turned = count((cells) => cells.turnedFillers)
  if (Math.max(fillers, turned) < FEWEST_FILLERS) return null
  if (fillers >= turned) return upright
  const halfTurned = lines.map((line) => ({ ...line, radians: line.radians + Math.PI })).reverse()
  return halfTurned.map((line) => lineAt(picture, line, { step, letterHeight, count: LETTERS_OF_LINE[lines.length] ?? 0 }))
}

function lineAt(
  picture: GreyPicture,
  line: TextLine,
  { step, letterHeight, count }: { step: number; letterHeight: number; count: number },
): ZoneLine {
  const [width, height] = [Math.round((line.reach * MARGINS.along) / step), Math.round(letterHeight * MARGINS.across)]
  const straight = framed(picture, { x: line.x, y: line.y, radians: line.radians, step, width, height })
  return { picture: straight, cells: cellsOf(straight, count) }
}
