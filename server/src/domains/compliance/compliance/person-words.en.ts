/** English phrases of a person's sheets and checks, and the reasons of flags that are stored. */
import type { PersonWords } from './person-words.es.ts'

export const ENGLISH_WORDS: PersonWords = {
  lastUpdate: 'Last update',
  people: ['ID', 'Document', 'Type', 'KYC level', 'Alert', 'Risk', 'News', 'State', 'Last update'],
  cells: {
    kinds: { natural: 'Person', legal: 'Company' },
    flags: { yes: 'Yes', no: 'No' },
    risks: { medium: 'Medium', high: 'High' },
    novelties: { some: 'With news', none: 'Without news' },
    states: { progress: 'In progress', pending: 'Pending', update: 'To update', unfinished: 'Not finished', ready: 'Ready' },
  },
  yes: 'Yes',
  no: 'No',
  pepRelations: { self: 'The person', family: 'Relative', associate: 'Close associate' },
  validCheckDigit: 'Valid check digit',
  invalidCheckDigit: 'Invalid check digit',
  newerThan: (days) => `Less than ${days} days`,
  olderThan: (days) => `${days} days or more`,
  monthlyMaximum: 'monthly maximum',
  yearlyMaximum: 'yearly maximum',
  bandAbove: (from) => `more than $ ${from} M`,
  earlier: {
    list: 'LISTAS v1: an earlier account of the person, closed by now, has the lists alert or the lists flag.',
    risk: 'RIESGO v1: an earlier account of the person, closed by now, has a higher risk than the new one.',
    pep: 'PEP v1: an earlier account of the person, closed by now, is flagged as a politically exposed person.',
  },
}
