/** True once the server reports the link of this page as used or expired; until then, and when the check fails, the page shows its form. */
import { useQuery } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { credentials, type LinkWithForm } from '@tunjo/contract/credentials'
import { send } from '../api/transport.ts'

const { checkLink } = client({ checkLink: credentials.checkLink }, send)

export function useLinkExpired(purpose: LinkWithForm, token: string): boolean {
  const { data } = useQuery({
    queryKey: ['link', purpose, token],
    queryFn: () => checkLink({ body: { purpose, token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { explains: true },
  })
  return data?.works === false
}
