/** Placeholder while another page of the same list is read. */
import { hashKey, type QueryKey } from '@tanstack/react-query'

/**
 * The rows of the page before, and never those of another person or asset: only the last part of the key, the page, may differ.
 */
export const previousPageOf =
  (key: QueryKey) =>
  <Data>(data: Data | undefined, query: { readonly queryKey: QueryKey } | undefined): Data | undefined =>
    query && hashKey(query.queryKey.slice(0, -1)) === hashKey(key.slice(0, -1)) ? data : undefined
