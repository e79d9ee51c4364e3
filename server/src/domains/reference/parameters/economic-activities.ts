/** Economic activities (seeds/economic-activities.tsv). */
import { readSeed } from './seeds/read-seed.ts'

export interface EconomicActivity {
  readonly id: number
  /** Four digits of CIIU Rev. 4 A.C., or of the DIAN. */
  readonly code: string
  readonly name: string
  readonly section: string
}

export function readEconomicActivities(): readonly EconomicActivity[] {
  let section = ''
  return readSeed('economic-activities.tsv').flatMap((fields) => {
    const [id = '', code = '', name = ''] = fields
    if (fields.length === 3) return [{ id: Number(id), code, name, section }]
    section = id
    return []
  })
}
