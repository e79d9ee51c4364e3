/** What the PEP view may say: what the person declared, and apart from it what the file records (ADM-07). */
interface PepFacts {
  /** By the person; null while nothing was declared. */
  declared: boolean | null
  /** As the file has it, by the declaration or by an officer. */
  result: string | null
}

export type PepStatement = 'declaredPep' | 'declaredNoPep' | 'notDeclared' | 'recordedPep' | 'recordedNoPep'

export function pepStatements({ declared, result }: PepFacts): readonly PepStatement[] {
  const said = declared === null ? 'notDeclared' : declared ? 'declaredPep' : 'declaredNoPep'
  if (result === null || (result === 'Si') === declared) return [said]
  return [said, result === 'Si' ? 'recordedPep' : 'recordedNoPep']
}
