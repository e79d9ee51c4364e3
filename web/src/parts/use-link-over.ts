/** True once the server says that the link of this page was used or is too old; a page shows its form until then. */
import { useQuery } from '@tanstack/react-query'
import type { LinkWithForm } from '@tunjo/contract/credentials'
import { linkQuery } from '../api/mail-links.ts'

export const useLinkOver = (purpose: LinkWithForm, token: string): boolean => useQuery(linkQuery(purpose, token)).data?.works === false
