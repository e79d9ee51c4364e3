/** Back of an invented cédula: its record, and a picture with the barcode of that record. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

export interface Invented {
  number: string
  surname: string
  secondSurname?: string
  name: string
  secondName?: string
  sex?: string
  /** `19900517` */
  birthDate: string
  bloodType?: string
}

const BYTES = 531

/** Record in the card's layout: fixed positions, the rest NUL. */
export function cardRecord({
  number,
  surname,
  secondSurname = '',
  name,
  secondName = '',
  sex = 'F',
  birthDate,
  bloodType = 'O+',
}: Invented) {
  const record = new Uint8Array(BYTES)
  const put = (at: number, text: string) => record.set(Buffer.from(text, 'latin1'), at)
  put(0, '0372300114')
  put(24, 'PubDSK_1')
  put(40, '00531445')
  put(48, number.padStart(10, '0'))
  put(58, surname)
  put(81, secondSurname)
  put(104, name)
  put(127, secondName)
  put(150, `0${sex}${birthDate}`)
  put(160, '150760')
  put(166, bloodType)
  // The fingerprints follow here.
  for (let at = 170; at < BYTES; at += 1) record[at] = (at * 37) % 256
  return record
}

/** @returns a PNG */
export async function barcodePicture(record: Uint8Array): Promise<Buffer> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const { image, error } = await writeBarcode(record, { format: 'PDF417', scale: 3, addQuietZones: true })
  if (!image) throw new Error(error)
  return Buffer.from(await image.arrayBuffer())
}
