/** Statements of the PEP view: the person's declaration, and separately the recorded result (ADM-07). */
interface PepFacts {
  /** Declared by the person; null without a declaration. */
  declared: boolean | null
  /** Recorded result, by the declaration or by an officer. */
  result: string | null
}

export type PepStatement = 'declaredPep' | 'declaredNoPep' | 'notDeclared' | 'recordedPep' | 'recordedNoPep'

export function pepStatements({ declared, result }: PepFacts): readonly PepStatement[] {
  const said = declared === null ? 'notDeclared' : declared ? 'declaredPep' : 'declaredNoPep'
  if (result === null || (result === 'Si') === declared) return [said]
  return [said, result === 'Si' ? 'recordedPep' : 'recordedNoPep']
}
