import { expect, it } from 'vitest'
import { pepStatements } from './pep-statements.ts'

it.each([
  [null, null, ['notDeclared']],
  [null, 'Si', ['notDeclared', 'recordedPep']],
  [false, 'Si', ['declaredNoPep', 'recordedPep']],
  [false, 'No', ['declaredNoPep']],
  [true, 'Si', ['declaredPep']],
  [true, 'No', ['declaredPep', 'recordedNoPep']],
] as const)('A3 ADM-07 declared %s and recorded %s', (declared, result, statements) => {
  expect(pepStatements({ declared, result })).toEqual(statements)
})
