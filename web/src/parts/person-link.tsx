/** Id of a person in an officers' table, as a link to their page; plain text without the permission. */
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { shorten } from '../ui/hash.tsx'
import { personPage } from './person-page.ts'
import { useMayOpenPeople } from './use-may-open-people.ts'

export function PersonLink({ id, to = personPage(id) }: { id: string; to?: string }) {
  if (!useMayOpenPeople())
    return (
      <Text span size="xs" title={id} translate="no">
        {shorten(id)}
      </Text>
    )
  return (
    <Anchor component={Link} to={to} size="xs" title={id} translate="no">
      {shorten(id)}
    </Anchor>
  )
}

/** The same for a name. */
export const PersonName = ({ id, name }: { id: string; name: string }) =>
  useMayOpenPeople() ? (
    <Anchor component={Link} to={personPage(id)}>
      {name}
    </Anchor>
  ) : (
    name
  )
