/** Spanish phrases of parts that come into a page later, apart from the first script: their names alone weigh something there. */
export const late = import.meta.glob<{ default: object }>([
  './es/due-diligence.json',
  './es/links.json',
  './es/nature-review.json',
  './es/renewals.json',
])
