/** Data of an identity document in a picture: from the barcode of the yellow cédula, or from a machine-readable zone. */
import type { ZoneReading } from '@tunjo/contract/identity-zone'
import type { Draft } from '@tunjo/contract/kyc-drafts'
import { capitalized } from './card-values.ts'
import type { Card } from './parse-card.ts'

export interface DocumentReading {
  readonly source: Draft['evidence'][number]['source']
  /** Null or absent: not on the document, or not certain. */
  readonly type: 'CC' | 'PA' | null
  readonly number: string | null
  readonly fullName: string | null
  readonly birthDate: string
  readonly expiryDate: string | null
  readonly evidence: Record<string, string>
}

interface Options {
  /** Passports have no barcode. */
  readonly mayHaveBarcode: boolean
  /** Called when a zone was found and its reader is loading. */
  readonly onZone: () => void
}

export async function readDocument(picture: Blob, { mayHaveBarcode, onZone }: Options): Promise<DocumentReading | null> {
  const card = mayHaveBarcode ? await readBarcode(picture) : null
  if (card) return readingOfCard(card)
  const { readPictureZone } = await import('../mrz/read-picture-zone.ts')
  const zone = await readPictureZone(picture, onZone)
  return zone && readingOfZone(zone.reading, zone.isNameSure)
}

async function readBarcode(picture: Blob): Promise<Card | null> {
  const { readCard } = await import('./read-card.ts')
  return readCard(picture)
}

export const readingOfCard = ({ number, fullName, surnames, names, sex, birthDate, bloodType }: Card): DocumentReading => ({
  source: 'pdf417',
  type: 'CC',
  number,
  fullName: capitalized(fullName),
  birthDate,
  expiryDate: null,
  evidence: { number, surnames, names, sex, birthDate, bloodType },
})

/** @param isNameSure no check digit covers names, and a name at the end of its line may be truncated */
export function readingOfZone(zone: ZoneReading, isNameSure: boolean): DocumentReading {
  const { documentType, number, names, surnames, birthDate, expiryDate, lines } = zone
  const hasName = isNameSure && !zone.isNameCut && surnames !== '' && names !== ''
  return {
    source: 'mrz',
    type: documentType,
    number,
    fullName: hasName ? capitalized(`${names} ${surnames}`) : null,
    birthDate,
    expiryDate,
    evidence: Object.fromEntries(lines.map((line, index) => [`line${index + 1}`, line])),
  }
}
