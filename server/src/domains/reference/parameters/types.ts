/** Public interface of parameters. */
import type { MountedModule } from '../../../platform/module.ts'
import type { Bank } from './banks.ts'
import type { CodeListItem } from './code-lists.ts'
import type { City, Department } from './divipola.ts'
import type { IdentificationType } from './identification-types.ts'

/** Every reader returns null for an id that is not in its list. */
export interface Parameters extends MountedModule {
  readonly banks: readonly Bank[]
  bank(id: number): Bank | null
  identificationType(id: number): IdentificationType | null
  department(id: number): Department | null
  city(id: number): City | null
  /** Type of an alert that has types (7 and 18). */
  alertType(alertId: number, typeId: number): CodeListItem | null
  /** Result of a review of the nature of operations. */
  natureLabel(id: number): CodeListItem | null
  occupation(id: number): CodeListItem | null
  economicActivity(id: number): CodeListItem | null
  /** Economic activity by its four digits. */
  economicActivityOfCode(code: string): CodeListItem | null
  /** Spanish name of an ISO 3166-1 alpha-2 code. */
  countryName(code: string): string | null
  /** Code of a country, given by its code or by a name in Spanish or English. */
  countryCode(text: string): string | null
}
