/** Find the machine-readable zone in a picture and read it, until every check digit is right. */
import { readZone, type ZoneReading } from '@tunjo/contract/identity-zone'
import type { GreyPicture } from '../capture/picture-quality.ts'
import { withoutFillers } from './cells.ts'
import { findZone } from './find-zone.ts'
import { turnedQuarter } from './grey-picture.ts'
import type { Letter, Recognizer } from './recognizer.ts'
import { type ZoneLine, zoneLines } from './zone-lines.ts'

export interface FoundZone {
  readonly reading: ZoneReading
  /** True when it was read identically at two sizes: no check digit covers names. */
  readonly isNameSure: boolean
}

/** Letter heights for the OCR engine, in pixels; each gives other errors. */
const LETTER_HEIGHTS = [32, 40, 26]

/** @param recognizer loaded only when there is a zone, since it is large */
export async function readZoneIn(picture: GreyPicture, recognizer: () => Promise<Recognizer>, today: string): Promise<FoundZone | null> {
  const zone = findZone(picture)
  if (!zone) return null
  const turned = zone.isStanding ? turnedQuarter(picture) : picture
  const nameLine = zone.lines.length === 3 ? 2 : 0
  const texts: string[][] = zone.lines.map(() => [])
  let reading: ZoneReading | null = null
  for (const letterHeight of LETTER_HEIGHTS) {
    const lines = zoneLines(turned, zone, letterHeight)
    if (!lines) continue
    const { lettersOf } = await recognizer()
    for (const [index, line] of lines.entries()) {
      if (reading && index !== nameLine) continue
      const text = textOf(line, (drawn) => lettersOf(drawn, index === nameLine ? 'letters' : 'lettersAndDigits'))
      if (text) texts[index]?.push(text)
    }
    reading ??= firstReading(texts, today)
    const names = (texts[nameLine] ?? []).filter((text) => text === reading?.lines[nameLine])
    if (reading && names.length > 1) return { reading, isNameSure: true }
  }
  return reading && { reading, isNameSure: false }
}

/** First valid combination of the attempts' lines. */
function firstReading(texts: readonly (readonly string[])[], today: string): ZoneReading | null {
  const together = texts.reduce<readonly (readonly string[])[]>(
    (begun, tries) => begun.flatMap((lines) => tries.map((one) => [...lines, one])),
    [[]],
  )
  for (const lines of together) {
    const reading = readZone(lines, today)
    if (reading) return reading
  }
  return null
}

/** One letter for each cell; null when a cell with print was not recognised. */
function textOf({ picture, cells }: ZoneLine, lettersOf: (line: GreyPicture) => Letter[]): string | null {
  if (!cells) return null
  const { middles, pitch, fillers } = cells
  const text: (string | undefined)[] = fillers.map((isFiller) => (isFiller ? '<' : undefined))
  const distances = middles.map(() => Number.POSITIVE_INFINITY)
  for (const { letter, middle } of lettersOf(withoutFillers(picture, cells))) {
    const index = Math.round((middle - (middles[0] ?? 0)) / pitch)
    const distance = Math.abs(middle - (middles[index] ?? 0))
    if (fillers[index] !== false || distance >= (distances[index] ?? 0)) continue
    text[index] = letter
    distances[index] = distance
  }
  return text.includes(undefined) ? null : text.join('')
}
