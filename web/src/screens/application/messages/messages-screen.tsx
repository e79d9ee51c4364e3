/** /application/messages and /application/messages/$id, 'Mensajes' (ADM-17): conversations about held or reviewed matters. */

import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePathParam } from '../../../ui/use-path-param.ts'
import { ConversationList } from './conversation-list.tsx'
import { Thread } from './thread.tsx'

export default function MessagesScreen() {
  const { t } = useTranslation('conversations')
  const id = usePathParam('id')
  if (id !== '') return <Thread key={id} id={id} />
  return (
    <>
      <PageHeader title={t('title')} text={t('lead')} />
      <ConversationList />
    </>
  )
}
