"""The sites that the documents speak of, played by a proxy on loopback: `https://news.example/` answers as written.

Processes find it by the usual variables of the environment. It ends the encryption itself, with a certificate
of its own that they are told to trust.
"""

import ssl
import threading
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.demo import truth

PORT = 3128
NEWS = "https://news.example"
STORIES = tuple(story for story in truth.articles() if story.newspaper == "meridian" and not story.wire)[:9]
MENU = "<nav><a href='/'>Front</a></nav>"
LEGAL = "<footer><p>Copyright of the paper. All rights reserved.</p></footer>"
WALL = (
    "<html><head><title>Before you continue</title></head><body><h1>Before you continue</h1>"
    "<p>We and our partners use cookies.</p><button>Accept all</button></body></html>"
)


def paths():
    """The addresses of the stories."""
    return [
        f"/2026/11/{day:02}/{'-'.join(story.title.lower().split()[:5]).strip('.,')}"
        for day, story in enumerate(STORIES, start=1)
    ]


@cache
def pages():
    """A paper of nine stories: HTML by path."""
    links = "".join(
        f"<li><a href='{path}'>{story.title}</a></li>" for path, story in zip(paths(), STORIES, strict=True)
    )
    front = f"<title>The Example</title></head><body>{MENU}<ul>{links}</ul>{LEGAL}"
    bodies = {
        path: story_page(day, story)
        for day, (path, story) in enumerate(zip(paths(), STORIES, strict=True), 1)
    }
    head = "<!doctype html><html lang=en><head><meta charset=utf-8>"
    return {path: f"{head}{body}</body></html>" for path, body in {"/": front, **bodies}.items()}


def story_page(day, story):
    text = "".join(f"<p>{paragraph}</p>" for paragraph in story.paragraphs)
    picture = (
        f"<img src='/pictures/{day}.png' width=640 height=480><figcaption>A view of the place</figcaption>"
    )
    return (
        f"<title>{story.title} - The Example</title><meta property='og:type' content='article'>"
        f"<meta name=author content='{story.authors[0]}'>"
        f"<meta property='article:published_time' content='2026-11-{day:02}T08:00:00+00:00'></head><body>{MENU}<main>"
        f"<article><h1>{story.title}</h1><figure>{picture}</figure>{text}</article></main>{LEGAL}"
    )


@cache
def picture():
    from PIL import Image

    drawn = BytesIO()
    Image.new("RGB", (640, 480), "grey").save(drawn, "PNG")
    return drawn.getvalue()


class Reply(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    host = ""

    def do_CONNECT(self):
        """Be the host that was asked for, and go on behind the encryption."""
        self.host = self.path.partition(":")[0]
        self.send_response(200)
        self.end_headers()
        self.wfile.flush()
        self.connection = self.server.certified.wrap_socket(self.connection, server_side=True)
        self.setup_files()

    def setup_files(self):
        self.rfile = self.connection.makefile("rb", self.rbufsize)
        self.wfile = self.connection.makefile("wb", self.wbufsize)
        self.close_connection = False

    def do_GET(self):
        asked = urlsplit(self.path)
        status, kind, body = self.answer(asked.hostname or self.host, asked.path)
        tag = f'"{sha256(body).hexdigest()[:12]}"'
        if status == 200 and self.headers.get("If-None-Match") == tag:
            status, body = 304, b""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def answer(self, host, path):
        """Status, type and body; every host is the same paper, but for what its name says."""
        self.server.asked.append((host, path))
        if path == "/robots.txt":
            return 200, "text/plain", b"User-agent: *\nDisallow: /" if host == "closed.example" else b""
        if host == "consent.example" and "consent=accepted" not in self.headers.get("Cookie", ""):
            return 200, "text/html; charset=utf-8", WALL.encode()
        path = paths()[0] if path == "/a" else path
        if path in pages():
            return 200, "text/html; charset=utf-8", pages()[path].encode()
        if path.startswith("/pictures/"):
            return 200, "image/png", picture()
        return 404, "text/plain", b"not here"

    def log_message(self, *_):
        pass


class Proxy(ThreadingHTTPServer):
    """On the usual port of a proxy, at an address of this process alone; `asked` are (host, path)."""

    daemon_threads = True

    def __init__(self, folder, host):
        super().__init__((host, PORT), Reply)
        self.host, self.asked = host, []
        self.certificate = folder / "certificate.pem"
        write_certificate(self.certificate, folder / "key.pem")
        self.certified = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.certified.load_cert_chain(self.certificate, folder / "key.pem")
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, *_):
        """Clients hang up as they like."""

    def environment(self):
        return {
            "http_proxy": f"http://{self.host}:{PORT}",
            "https_proxy": f"http://{self.host}:{PORT}",
            "SSL_CERT_FILE": str(self.certificate),
        }


def write_certificate(certificate, key):
    """For all hosts below `.example`, signed by itself."""
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "example")])
    now = datetime.now(UTC)
    names = [f"{host}.example" for host in ("news", "other", "consent", "closed")]
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(list(map(x509.DNSName, names))), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key.write_bytes(
        secret.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
