/** Price impact that a person accepts by its number: the screen asks for it, and the server compares it with the trade's own impact. */
import * as z from 'zod'

/** `low`: no confirmation. `confirm`: the person has to type the impact's whole per cent. `refused`: too high for a trade. */
export const ImpactLevel = z.enum(['low', 'confirm', 'refused'])
export type ImpactLevel = z.output<typeof ImpactLevel>

/** Whole per cent that a person types for an impact, `'12.34'` is 12: the accepted impact is below the next whole per cent. */
export const wholePercentOf = (impactPercent: string): number => Number(impactPercent.split('.')[0])

/** Whether an accepted whole per cent covers an impact, which may have become smaller since. */
export const coversImpact = (acceptedPercent: number, impactPercent: string): boolean => wholePercentOf(impactPercent) <= acceptedPercent
