/** Invented data of the page. No person, address or transaction in it exists. */
export const SAMPLE_MOMENT = new Date('2026-11-20T16:53:00Z')
export const SAMPLE_HASH = `0x${'9f3c61ab7e04d285'.repeat(4)}`
export const SAMPLE_ADDRESS = '0x52c8E49A1f6bD07a3E91cB5d8F24A6e07D13b9C4'

export interface SamplePerson {
  id: number
  name: string
  document: string
  type: 'person' | 'entity'
  level: number
  risk: 'riskLow' | 'riskMedium' | 'riskHigh'
  state: 'done' | 'waiting' | 'neutral'
  isPep: boolean
  volumeCents: bigint
  updatedAt: Date
  city: string
}

const NAMES = ['Ana Ruiz', 'Bernardo Peña', 'Camila Ortiz', 'Diego Nariño', 'Elena Muñoz', 'Fabio Cárdenas', 'Gloria Ibáñez']
const COMPANIES = ['Café del Nevado S. A. S.', 'Textiles La Sabana Ltda.', 'Puertos de Caribe S. A.']
const CITIES = ['Bogotá', 'Medellín', 'Cali', 'Tunja', 'Pasto']
const RISKS = ['riskLow', 'riskLow', 'riskMedium', 'riskHigh'] as const
const STATES = ['done', 'waiting', 'neutral', 'done'] as const
const PEOPLE = 260
const HOUR_MS = 3_600_000

const at = <Value>(list: readonly [Value, ...Value[]] | readonly Value[], position: number): Value => list[position % list.length] as Value

export const SAMPLE_PEOPLE: readonly SamplePerson[] = Array.from({ length: PEOPLE }, (_, index) => {
  const isEntity = index % 6 === 5
  return {
    id: 1_001 + index,
    name: at(isEntity ? COMPANIES : NAMES, index),
    document: String(isEntity ? 900_100_200 + index * 37 : 1_020_300_400 + index * 971),
    type: isEntity ? 'entity' : 'person',
    level: (index % 3) + 1,
    risk: at(RISKS, index),
    state: at(STATES, index + 1),
    isPep: index % 17 === 0,
    volumeCents: BigInt(index) * 73_215_000n,
    updatedAt: new Date(SAMPLE_MOMENT.getTime() - index * 7 * HOUR_MS),
    city: at(CITIES, index),
  }
})
