/** Declarations and documents of the demo's people: drawn pictures of invented people. */
import sharp from 'sharp'
import type { Declaration, Picture } from '../../server/src/domains/customers/kyc/index.ts'

const [WIDTH, HEIGHT] = [960, 640]

interface Declarant {
  readonly fullName: string
  readonly documentNumber: string
  readonly phone: string
  readonly birthDate?: string
  /** Level up to which they are verified. */
  readonly level: number
}

export async function demoDocuments(person: Declarant): Promise<Declaration> {
  const [{ frontal, back, selfie }, proofResidence] = await Promise.all([drawnDocument(), draw(BILL)])
  const level1 = {
    fullName: person.fullName,
    identificationNumber: person.documentNumber,
    birthDate: person.birthDate ?? '1990-05-14',
    identificationTypeID: 7,
    cellphoneNumber: person.phone,
    peps: false,
  }
  const level2 = {
    livesInColombia: true,
    homeAddress: 'Carrera 7 # 32-16, apartamento 501',
    departmentID: 1,
    cityID: 1,
    occupationID: 11,
    economicActivityID: 29,
    descriptionEconomicActivity: 'Desarrollo de software para empresas de comercio',
    sourceOfFunds: true,
  }
  const forms: Declaration['forms'] = [
    { form: 'natural-1', fields: level1, pictures: { frontal, back, selfie } },
    { form: 'natural-2', fields: level2, pictures: { proofResidence } },
  ]
  return {
    survey: { responseA: 1, responseB: 1 },
    forms: forms.slice(0, person.level),
  }
}

/** Pictures of a document, and of the person who holds it. */
export async function drawnDocument(): Promise<{ frontal: Picture; back: Picture; selfie: Picture }> {
  const [frontal, back, selfie] = await Promise.all([draw(FRONT), draw(BACK), draw(SELFIE)])
  return { frontal, back, selfie }
}

/** A rectangle, or a disc inside it. */
interface Shape {
  readonly color: readonly [number, number, number]
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly isDisc?: boolean
}

/** Painted pixel by pixel: the product refuses vector pictures (platform/uploads). */
async function draw(shapes: readonly Shape[]): Promise<Picture> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 0xdd)
  for (const shape of shapes) paint(pixels, shape)
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const
  return { content: await sharp(pixels, { raw }).jpeg({ quality: 80 }).toBuffer(), width: WIDTH, height: HEIGHT }
}

function paint(pixels: Buffer, { color, left, top, width, height, isDisc }: Shape): void {
  for (let y = 0; y < height; y++) {
    const half = (y + 0.5) / height - 0.5
    const inset = isDisc ? Math.round(width * (0.5 - Math.sqrt(0.25 - half * half))) : 0
    const start = ((top + y) * WIDTH + left + inset) * 3
    pixels.fill(Buffer.from(color), start, start + (width - 2 * inset) * 3)
  }
}

const lines = (left: number, top: number, widths: readonly number[]): Shape[] =>
  widths.map((width, index) => ({ color: [68, 84, 106], left, top: top + index * 52, width, height: 18 }))
const card: Shape = { color: [243, 233, 184], left: 90, top: 80, width: 780, height: 480 }
const sheet: Shape = { color: [255, 255, 255], left: 240, top: 30, width: 480, height: 580 }
const face = (left: number, top: number, size: number): Shape[] => [
  { color: [63, 111, 143], left: left - Math.round(size / 4), top: top + size + 10, width: Math.round(size * 1.5), height: size },
  { color: [185, 139, 107], left, top, width: size, height: size, isDisc: true },
]

const FRONT = [card, ...lines(150, 150, [360, 260, 320, 220, 280]), ...face(620, 190, 140)]
const BACK = [card, ...lines(150, 140, [300, 240]), ...lines(150, 420, [660, 660, 520])]
const SELFIE = face(360, 70, 240)
const BILL = [sheet, ...lines(290, 80, [220, 380, 380, 300, 380, 240, 380, 160])]
