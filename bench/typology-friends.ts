/**
 * Internal transfers between the ordinary customers of `typologies.ts`: loans that are repaid in full, in parts or never, and cadenas, in
 * which each pays the same sum at every turn and one after the other collects it. Both look like round-tripping. Their frequency is a
 * guess.
 */
import type { Random } from './colombian-names.ts'
import { add, between, DAY_MS, daytime, MONTHS, type Person, roundAmount, START, whole } from './typology-people.ts'

const LOANS_A_MONTH = 0.03
/** Friends have similar numbers. */
const NEAR = 6
const PEOPLE_BY_CADENA = 50

export function sendAmongFriends(random: Random, people: readonly Person[]): void {
  for (let month = 0; month < MONTHS; month++)
    for (const person of people) {
      const friend = people[person.n + whole(random, 1, NEAR)]
      if (friend && random() < LOANS_A_MONTH) lend(random, person, friend, START + (month + random()) * 30 * DAY_MS)
    }
  for (let first = 0; first + PEOPLE_BY_CADENA <= people.length; first += PEOPLE_BY_CADENA)
    takeTurns(random, people.slice(first, first + whole(random, 5, 10)), START + between(random, 0, MONTHS - 5) * 30 * DAY_MS)
}

function lend(random: Random, person: Person, friend: Person, about: number): void {
  const [at, cop] = [daytime(random, about), roundAmount(random, person.monthly * between(random, 0.05, 0.5))]
  add(person, 'token_out', at, cop, null, friend)
  const back = (days: number, part: number) => add(friend, 'token_out', daytime(random, at + days * DAY_MS), part, null, person)
  const luck = random()
  if (luck < 0.55) back(between(random, 2, 45), luck < 0.15 ? cop * between(random, 1, 1.05) : cop)
  else if (luck < 0.8) for (const part of [1, 2]) back(part * between(random, 5, 30), cop / 2)
}

/** Every fortnight or every month. */
function takeTurns(random: Random, group: readonly Person[], from: number): void {
  const [cop, days] = [roundAmount(random, between(random, 100_000, 800_000)), random() < 0.5 ? 15 : 30]
  for (const [turn, collector] of group.entries())
    for (const person of group)
      if (person !== collector)
        add(person, 'token_out', daytime(random, from + (turn * days + whole(random, 0, 2)) * DAY_MS), cop, null, collector)
}
