/** A browser on a system, as sessions and devices show it. */
import { IconDeviceDesktop, IconDeviceMobile, IconDevices, IconDeviceTablet } from '@tabler/icons-react'
import type { Device } from '@tunjo/contract/devices'
import type { ReactNode } from 'react'
import classes from './sessions.module.css'

const ICONS = { desktop: IconDeviceDesktop, mobile: IconDeviceMobile, tablet: IconDeviceTablet, other: IconDevices } as const

interface DeviceRowProps {
  device: Pick<Device, 'deviceKind' | 'system' | 'browser'>
  badge: ReactNode
  details: readonly string[]
  action: ReactNode
  children?: ReactNode
}

export function DeviceRow({ device: { deviceKind, system, browser }, badge, details, action, children }: DeviceRowProps) {
  const Icon = ICONS[deviceKind]
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <Icon size={22} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.about}>
        <p className={classes.name}>
          {deviceText(system, browser)} {badge}
        </p>
        {details.map((detail) => (
          <p key={detail} className={classes.detail}>
            {detail}
          </p>
        ))}
      </div>
      {action}
      {children}
    </li>
  )
}

/** System and browser have the same text when both are unknown. */
const deviceText = (system: string, browser: string): string => (system === browser ? system : `${system} · ${browser}`)
