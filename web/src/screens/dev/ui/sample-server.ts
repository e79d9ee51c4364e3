/** Simulated server: filters, sorts and pages the samples after a short delay. */
import type { TableState } from '../../../ui/server-table/table-state.ts'
import { SAMPLE_PEOPLE, type SamplePerson } from './samples.ts'

const ANSWER_MS = 150

const ORDERS: Record<string, (left: SamplePerson, right: SamplePerson) => number> = {
  id: (left, right) => left.id - right.id,
  name: (left, right) => left.name.localeCompare(right.name, 'es'),
  volume: (left, right) => Number(left.volumeCents - right.volumeCents),
  updated: (left, right) => left.updatedAt.getTime() - right.updatedAt.getTime(),
}

export async function askSamples({ search, filters, sort, page, pageSize }: TableState) {
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
  const wanted = search.trim().toLowerCase()
  const found = SAMPLE_PEOPLE.filter(
    (person) =>
      (wanted === '' || person.name.toLowerCase().includes(wanted) || person.document.startsWith(wanted)) &&
      (!filters.type || filters.type === person.type) &&
      (!filters.risk || filters.risk === person.risk) &&
      (!filters.pep || person.isPep),
  )
  const order = sort && ORDERS[sort.key]
  if (order) found.sort((left, right) => (sort.direction === 'asc' ? order(left, right) : order(right, left)))
  return { rows: found.slice((page - 1) * pageSize, page * pageSize), total: found.length }
}
