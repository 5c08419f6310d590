import { footer } from "#content/footer.ts";
import { links } from "#content/links.ts";
import { pages } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { after } from "#content/phases.ts";
import { dated, OpenOrAfter } from "#site/event/event-words.tsx";
import { InfinityLine } from "#site/ui/ornaments.tsx";
import "./footer.css";

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer__inner">
        <InfinityLine />
        <div>
          <p className="footer__name heading-face">{dated(footer.name)}</p>
          <p>
            <OpenOrAfter open={footer.description} after={after.footer} />
          </p>
        </div>
        <address>
          <p>
            {dated(`${footer.contact}: `)}
            <a className="touch-link" href={`mailto:${links.supportEmail}`}>
              {links.supportEmail}
            </a>
          </p>
          <p>{dated(`${footer.companyNumber} ${links.company.cnpj}`)}</p>
        </address>
        <nav className="footer__legal" aria-label={footer.legalTitle}>
          <a className="touch-link" href={paths.privacy}>
            {pages.privacy.name}
          </a>
          <a className="touch-link" href={paths.terms}>
            {pages.terms.name}
          </a>
        </nav>
      </div>
    </footer>
  );
}
