/** Spanish phrases of lazily loaded parts, outside the first script: their names alone would enlarge it. */
export const late = import.meta.glob<{ default: object }>([
  './es/due-diligence.json',
  './es/links.json',
  './es/nature-review.json',
  './es/renewals.json',
])
