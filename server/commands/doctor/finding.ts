import { doctor as phrases } from "#phrases/doctor/doctor.ts";

/** One line of doctor's output. The operator must fix a `fail` before the launch, and should look at a `warn`. */
export type DoctorFinding = {
  level: "ok" | "warn" | "fail";
  subject: string;
  text: string;
  todo?: string;
};

/** Returns functions that make doctor's findings about one subject. */
export function findingsOn(subject: string) {
  return {
    ok: (text: string): DoctorFinding => ({ level: "ok", subject, text }),
    warn: (text: string, todo: string): DoctorFinding => ({ level: "warn", subject, text, todo }),
    fail: (text: string, todo: string): DoctorFinding => ({ level: "fail", subject, text, todo }),
  };
}

/**
 * The commands that rebuild the page after a change of content or of SITE_URL. Under systemd the server itself is not
 * allowed to build the page.
 */
export const { buildAgain } = phrases;
