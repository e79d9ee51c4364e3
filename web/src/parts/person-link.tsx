/** The id of a person in a table of officers, as a link to their page. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { shorten } from '../ui/hash.tsx'
import { personPage } from './person-page.ts'

export const PersonLink = ({ id, to = personPage(id) }: { id: string; to?: string }) => (
  <Anchor component={Link} to={to} size="xs" title={id}>
    {shorten(id)}
  </Anchor>
)
