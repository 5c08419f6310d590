/** One line of the doctor's. `warn`: the launch can go on, but somebody should look. */
export type DoctorFinding = {
  level: "ok" | "warn" | "fail";
  subject: string;
  text: string;
  todo?: string;
};

/** What one subject has to say. */
export function findingsOn(subject: string) {
  return {
    ok: (text: string): DoctorFinding => ({ level: "ok", subject, text }),
    warn: (text: string, todo: string): DoctorFinding => ({ level: "warn", subject, text, todo }),
    fail: (text: string, todo: string): DoctorFinding => ({ level: "fail", subject, text, todo }),
  };
}

/** How a change of content or of SITE_URL gets into the page. Under systemd the server must not be able to build. */
export const buildAgain =
  "npm start; under systemd: npm run ready, then systemctl restart black-ahsd";
