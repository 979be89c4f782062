import { useEffect, useState } from 'react';
import { useApp } from '../../services/app-context.ts';

/** The identifier of this device; `null` until it is known. */
export function useDeviceId(): string | null {
  const { device } = useApp();
  const [deviceId, setDeviceId] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void device.getDeviceId().then((id) => gone || setDeviceId(id));
    return () => {
      gone = true;
    };
  }, [device]);
  return deviceId;
}
