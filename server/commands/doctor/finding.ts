/** One line of doctor's output. `fail` must be fixed before the launch, `warn` should be looked at. */
export type DoctorFinding = {
  level: "ok" | "warn" | "fail";
  subject: string;
  text: string;
  todo?: string;
};

/** Makes the findings about one subject. */
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
export const buildAgain =
  "npm start; under systemd: npm run ready, then systemctl restart black-ahsd";
