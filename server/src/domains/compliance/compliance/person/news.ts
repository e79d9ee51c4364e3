/** Changes of a customer since the last complete review by an officer, from the customer's timeline and the items that were sent again. */

import type { FieldChange } from '@tunjo/contract/field-change'
import { SURVEY_BANDS } from '@tunjo/contract/kyc-forms'
import type { Locale } from '@tunjo/contract/locales'
import type { Permission } from '@tunjo/contract/permissions'
import { NEWS_EVENTS, NEWS_MAX, type NewsEvent, type PersonNews } from '@tunjo/contract/person-news'
import { timelineKindsFor } from '@tunjo/contract/person-timeline'
import type * as z from 'zod'
import { fieldChanges } from '../../../customers/alerts/index.ts'
import type { ComplianceContext } from '../context.ts'
import { PERSON_WORDS, type PersonWords } from '../person-words.ts'
import { earlierSurveys, type ItemPair, itemPairs, lastReview, newsRows, type SurveyPair } from './news-store.ts'

type Change = z.output<typeof FieldChange>
type NewsContext = Pick<ComplianceContext, 'db' | 'clock' | 'parameters'>

export async function readNews(
  { db, clock, parameters }: NewsContext,
  accountId: string,
  { permissions, locale }: { permissions: readonly Permission[]; locale: Locale },
): Promise<PersonNews> {
  const seenUntil = clock.now().toISOString()
  const { review, isOpen } = await lastReview(db, accountId)
  const rows = await newsRows(db, {
    accountId,
    since: review?.at ?? null,
    kinds: timelineKindsFor(permissions),
    events: NEWS_EVENTS,
    seesHits: permissions.includes('screening.read'),
    limit: NEWS_MAX + 1,
  })
  const shown = rows.slice(0, NEWS_MAX)
  const refs = (event: NewsEvent['event'], idOf: (row: (typeof shown)[number]) => string | null) =>
    shown.flatMap((row) => (row.event === event ? (idOf(row) ?? []) : []))
  const items = await itemPairs(
    db,
    accountId,
    refs('data_changed', ({ ref }) => ref),
  )
  const surveys = await earlierSurveys(
    db,
    accountId,
    refs('survey_answered', ({ id }) => id),
  )
  const changesOf = (item: ItemPair | undefined, survey: SurveyPair | undefined): Change[] => [
    ...(item?.before && item.after ? fieldChanges(item.before, item.after, { lists: parameters, locale }) : []),
    ...(survey ? surveyChanges(survey, PERSON_WORDS[locale]) : []),
  ]
  return {
    review: review && { ...review, at: review.at.toISOString() },
    seenUntil,
    isOpen,
    events: shown.map(({ at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      changes: changesOf(
        items.find(({ id }) => id === row.ref),
        surveys.find(({ id }) => id === row.id),
      ),
    })),
    hasMore: rows.length > NEWS_MAX,
  }
}

function surveyChanges({ before, after }: SurveyPair, words: PersonWords): Change[] {
  const bands = [
    { field: words.monthlyMaximum, bands: SURVEY_BANDS.monthly, was: before.responseA, is: after.responseA },
    { field: words.yearlyMaximum, bands: SURVEY_BANDS.yearly, was: before.responseB, is: after.responseB },
  ]
  return bands
    .filter(({ was, is }) => was !== is)
    .map(({ field, bands: known, was, is }) => ({ field, before: bandText(known[was], words), after: bandText(known[is], words) }))
}

/** Bands in millions of pesos. */
const bandText = (band: readonly [number, number | null] | undefined, words: PersonWords): string | null =>
  band ? (band[1] === null ? words.bandAbove(band[0]) : `$ ${band[0]}–${band[1]} M`) : null
