/** /application/configuration (ID-09): profile, security, sessions, notices and data of the signed-in person, officers included. */
import { useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from './configuration.module.css'
import { MyData } from './my-data.tsx'
import { Notices } from './notices.tsx'
import { Profile } from './profile.tsx'
import { SectionNav } from './section-nav.tsx'
import { readSection, type Section } from './sections.ts'
import { Security } from './security/security.tsx'
import { Sessions } from './sessions/sessions.tsx'

const CONTENT: Record<Section, ComponentType> = {
  perfil: Profile,
  seguridad: Security,
  sesiones: Sessions,
  notificaciones: Notices,
  datos: MyData,
}

export default function ConfigurationScreen() {
  const { t } = useTranslation('configuration')
  const section = readSection(useSearch({ strict: false }))
  const Content = CONTENT[section]
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.page}>
        <SectionNav current={section} />
        <div className={classes.section}>
          <Content />
        </div>
      </div>
    </>
  )
}
